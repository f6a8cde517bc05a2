#include <microhttpd.h>

// MHD_get_connection_info takes a variable number of arguments, which Swift cannot pass.

/// The address of the other side; NULL where the library does not know it.
static inline const struct sockaddr *aloud_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : 0;
}

/// The socket; -1 where the library does not know it.
static inline int aloud_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// MHD_upgrade_action does, too.

/// Closes a connection that was upgraded, and its socket.
static inline void aloud_close_upgraded(struct MHD_UpgradeResponseHandle *upgrade) {
    MHD_upgrade_action(upgrade, MHD_UPGRADE_ACTION_CLOSE);
}
