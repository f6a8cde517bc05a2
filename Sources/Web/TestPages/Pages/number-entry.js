// Numbers as people type them: with a comma or a point, in any language of the page.

/** Devanagari digits as those of ASCII; full-width ones are folded by NFKC. */
const zero = '०'.codePointAt(0);
const plain = (typed) => typed.normalize('NFKC').trim().replaceAll('−', '-')
  .replaceAll(/[०-९]/g, (digit) => String(digit.codePointAt(0) - zero));

/** The number that was typed, from `least` to `most`; null for anything else.
 *
 *  "1,234" may be 1.234 or 1234: it is taken only if 1234 is beyond `most`. */
export function typedNumber(typed, least, most) {
  const found = /^([+-]?)(\d*)(?:([.,])(\d*))?$/.exec(plain(typed));
  if (!found || !(found[2] || found[4])) return null;
  const [, sign, whole, point, decimals = ''] = found;
  const value = Number(`${sign}${whole || 0}.${decimals || 0}`);
  if (!(value >= least && value <= most)) return null;
  const maybeThousands = point && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return maybeThousands && Math.abs(value) * 1000 <= most ? null : value;
}

/** The attributes of a field for a number: `type="number"` drops what the browser's language does not
 *  take, and "52,5" becomes 525. */
export const numberField = { type: 'text', inputMode: 'decimal', autocomplete: 'off' };
