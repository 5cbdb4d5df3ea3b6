/** Values that keep and values that break a format, each chosen because an implementation somewhere gets it wrong. */
export const FORMAT_SAMPLES: Record<string, { valid: string[]; broken: string[] }> = {
  date: {
    valid: ["2024-02-29", "1970-01-01", "0001-01-01", "9999-12-31"],
    broken: [
      "2026-02-29",
      "2026-11-31",
      "2026-13-01",
      "2026-11-21T00:00:00Z",
      "21-11-2026",
      "2026-1-1",
      "tomorrow",
      "",
    ],
  },
  "date-time": {
    valid: [
      "2026-11-21T06:15:00Z",
      "2026-11-21T06:15:00.1Z",
      "2026-11-21T06:15:00.123456789Z",
      "2026-11-21T13:15:00+07:00",
      "2026-11-21T06:15:00.250-11:30",
      "2024-02-29T23:59:59.999999+00:00",
    ],
    broken: [
      "2026-02-29T06:15:00Z",
      "2026-11-21T25:00:00Z",
      "2026-11-21T06:61:00Z",
      "2026-02-29T06:15:00.5+00:00",
      "2026-11-21T06:15:00",
      "2026-11-21",
      "1763705700",
      "",
    ],
  },
  uuid: {
    valid: ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"],
    broken: [
      "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4",
      "6f1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d",
      "{6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d}",
      "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4g",
      "photo.jpg",
      "",
    ],
  },
  uri: {
    valid: ["https://files.example/a/b?c=d#e", "http://127.0.0.1:4010/x"],
    broken: ["/files/1", "not a url", "", "http://a b/"],
  },
  email: { valid: ["a@b.example"], broken: ["a.example", "@", ""] },
  ipv4: { valid: ["127.0.0.1"], broken: ["256.0.0.1", "1.2.3", ""] },
};

/** Strings that keep or break a pattern that nobody knows in advance; what they do is decided by the validator. */
export const PATTERN_PROBES = [
  "2026-11-21t06:15:00Z",
  "2026-11-21T06:15:00z",
  "2026-11-21T06:15:00Z",
  "2026-11-21T06:15:00+00:00",
  "2026-11-21 06:15:00Z",
  "",
  " ",
  "a",
  "A",
  "0",
  "a b",
  "ü",
  "a\n",
];
