#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// gnutls_free is a variable, which Swift does not take for safe.

/// Frees what the library has allocated.
static inline void aloud_tls_free(void *bytes) { gnutls_free(bytes); }

/// The parameter for making a key of the curve P-256; GNUTLS_CURVE_TO_BITS is a macro.
static inline unsigned int aloud_p256(void) {
    return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
}
