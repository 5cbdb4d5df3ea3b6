/** Invalid percent encodings (RFC 3986, section 2.1), and bytes that are not UTF-8 (RFC 3629). */
export const BROKEN_ENCODINGS = [
  "%",
  "%1",
  "%zz",
  "%0g",
  "1%",
  "%u0031",
  "%FF",
  "%C0%B1",
  "%E9",
  "%ED%A0%80",
  "%80",
  "%F4%90%80%80",
];
