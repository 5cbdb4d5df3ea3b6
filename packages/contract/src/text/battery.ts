import { type Form, formsOf } from "../grammar/form.js";
import { specialCharacters } from "./characters.js";

/**
 * One or more strings of each class that some server, library or database treats specially. A server must
 * return all of them unchanged; a failure names the class.
 */
export const TEXTS: Form[] = [
  ...formsOf({
    "leading and trailing white space": " a¦a ¦ a ¦\ta¦a\t¦\na¦a\n¦\u00a0a¦a\u00a0¦\u3000a\u3000¦ ¦   ",
    "white space inside": "a b¦a  b¦a   b¦a\tb¦a\u00a0b¦a\u2003b¦a\u3000b¦a \t b",
    "line breaks": "a\nb¦a\r\nb¦a\rb¦a\n\nb¦a\u2028b¦a\u2029b¦a\u0085b¦a\u000bb¦a\fb",
    "normal forms": "\u00e9¦e\u0301¦\u1e69¦s\u0323\u0307¦s\u0307\u0323¦\u212b¦\u00c5¦A\u030a",
    "compatibility forms": "\ufb01¦fi¦\uff21¦\u00b2¦\u2460¦\u2126¦\u03a9¦\u1d49¦\u2075",
    "Hangul and marks": "\uac00¦\u1100\u1161¦\u0e01\u0e33¦\u0939\u093f\u0928\u094d\u0926\u0940¦\u05e9\u05c1",
    case: "abc¦ABC¦aBc¦\u00df¦SS¦ss¦\u1e9e¦\u0130¦i\u0307¦\u0131¦I¦\u017f¦\u212a",
    "case beyond Latin": "\u03a3¦\u03c3¦\u03c2¦\u0416¦\u0436¦\ud801\udc00¦\ud801\udc28¦\u01c5¦\u01c4",
    "zero-width characters": "a\u200bb¦a\u200cb¦a\u200db¦a\u00adb¦\ufeffa¦a\ufeffb¦a\u2060b¦a\u034fb",
    direction:
      "a\u200eb¦a\u200fb¦\u202eabc\u202c¦\u2066abc\u2069¦\u05e9\u05dc\u05d5\u05dd¦\u0645\u0631\u062d\u0628\u0627",
    "look-alikes": "\u0430¦a¦\u03bf¦o¦\u2010¦-¦\u2212¦\u2019¦'¦\u201c¦\u00b7¦\u2026¦...",
    "control characters": "a\u0001b¦a\u001fb¦a\u007fb¦a\u009fb¦a\bb¦a\u001bb¦\u0000¦a\u0000b¦a\u0000",
    "lone surrogates": "\ud800¦\udc00¦a\ud83d¦\ude00a¦\ude00\ud83d¦\ud800b\udc00¦\udfff",
    "non-characters": "\ufffe¦\uffff¦\ufdd0¦\ud83f\udffe¦\udbff\udfff¦\ufffd¦\ufffc",
    "private use": "\ue000¦\udb80\udc00¦\udbc0\udc00",
    astral: "\ud83d\ude00¦\ud835\udcb3¦\ud840\udc00¦\ud83c\uddfb\ud83c\uddf3¦a\ud83d\ude00b\ud83d\ude00c",
    graphemes:
      "\ud83d\udc69\u200d\ud83d\udd2c¦\ud83d\udc4d\ud83c\udffd¦\u2764\ufe0f¦\u2764¦1\ufe0f\u20e3¦z\u0351\u036b\u0343",
    markup:
      "<b>a</b>¦<script>alert(1)</script>¦a & b¦&amp;¦&#65;¦&lt;¦<!-- a -->¦]]>¦<a href='x'>¦<a></a>¦<a/>¦<![CDATA[a]]>¦<?xml version=\"1.0\"?>",
    quotes: "\"¦\"\"¦'¦''¦`¦\"a\"¦'a'¦a'b¦a\"b¦\u00aba\u00bb",
    backslashes: "\\¦\\\\¦a\\b¦\\n¦\\u0041¦\\x41¦\\0¦\\'¦\\\"¦C:\\new\\table",
    slashes: "/¦//¦a/b¦../a¦./a¦a/../b¦/etc/passwd¦http://a.example/b?c=d#e¦</",
    "percent encoding": "%20¦%¦%%¦%zz¦%00¦%2F¦%C3%A9¦a+b¦a%2Bb¦100%¦%s¦%d¦%n",
    templates: "$" + "{a}¦{{a}}¦{a}¦$a¦$1¦$&¦#{a}¦<%= a %>¦@a¦{0}¦{id}¦$$¦\\1",
    "query languages": '\' or 1=1 --¦a; drop table b¦a%b_c¦*¦a*¦?¦a\' || \'b¦{"$gt":""}¦--¦/* a */',
    patterns: ".*¦^a$¦[a-z]+¦a|b¦(a)¦a.b¦\\d+",
    "formulas and shells": "=1+1¦+1¦-1¦@sum¦`id`¦$(id)¦a && b¦a > b¦a | b¦a,b¦a;b¦a:b¦#a",
    "strings that look like no value": "null¦NULL¦undefined¦nil¦None¦NaN¦N/A¦-¦void¦nan¦Infinity¦",
    "strings that look like a boolean": "true¦false¦True¦TRUE¦yes¦no¦on¦off¦t¦f",
    "strings that look like a number": "0¦1¦-0¦01¦007¦1.0¦1.50¦1e3¦0x1F¦1_000¦1,5¦+5¦.5¦5.",
    "long numbers": "9007199254740993¦1234567890123456789012345¦0.1000000000000000055511151231257827¦1e400",
    "other digits": "\u0661\u0662¦\u0967¦\uff11\uff12¦\u216b¦\u00bd",
    "strings that look like a date":
      "2026-11-21¦2026-11-21T06:15:00Z¦2026-11-21T06:15:00.100000Z¦21/11/2026¦1763705700¦2026-1-5¦2026-11-1¦26-11-21¦20261121¦2026-W47¦2026-325¦21.11.2026¦11/21/2026¦Nov 21, 2026¦6:15¦06:15:00¦P1D¦PT60M",
    "strings that look like JSON":
      '{}¦[]¦[1,2]¦{"a":1}¦{"key":"a"}¦"a"¦{ "a": 1 }¦[1, 2]¦{"a":1.0}¦{"b":1,"a":2}¦{"a":1,"a":2}¦{"a":"\\u0041"}¦{\'a\':1}¦[object Object]¦\\u007b',
    "strings that look like a file":
      "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d¦6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D¦data:text/plain,a¦6f1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d¦{6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d}¦file:///a¦C:/a¦a//b¦/a/¦~/a",
    "strings that look like a URL":
      "http://a.example¦http://a.example/¦HTTP://A.EXAMPLE/¦http://a.example:80/¦https://a.example:443¦http://a.example/%7ea¦http://a.example/a/../b¦http://a.example?b=2&a=1¦http://a.example/#¦//a.example¦www.a.example¦a.example.¦b=2&a=1",
    "strings that look like an email address":
      "Lan@A.Example¦lan@a.example¦lan+tag@a.example¦l.a.n@a.example¦<lan@a.example>¦Lan <lan@a.example>¦mailto:Lan@A.Example",
    "strings that look like a network address":
      "127.0.0.1¦127.000.000.001¦::1¦0:0:0:0:0:0:0:1¦FE80::1¦00:1A:2B:3C:4D:5E¦00-1a-2b-3c-4d-5e",
    "strings that look like a telephone number":
      "+84 28 1234¦+84-28-1234¦+84281234¦(028) 1234¦0084 28 1234¦028.1234¦tel:+84281234",
    "strings that look like an amount or a code":
      "1,000.00¦1.000,00¦1 000¦$1.00¦1.00 \u20ac¦50 %¦10kg¦v1.0¦01.02.03¦#FFF¦#ffffff¦en-us¦EN_us¦YQ==¦YQ",
    Markdown: "**a**¦*a*¦__a__¦_a_¦~~a~~¦# a¦- a¦1. a¦[a](b)¦![a](b)¦a  \nb¦***¦---¦```a```",
    "abbreviations that become a character": "(c)¦(tm)¦1/2¦a -- b¦->¦:)¦:smile:¦1st¦<3",
    "names of prototype properties": "__proto__¦constructor¦prototype¦toString¦hasOwnProperty¦valueOf¦toJSON¦length",
    "field names": "uid¦items¦key¦type¦value¦data¦errors¦createdDate¦$ref¦id¦_id¦then",
    "names of types": "string¦number¦object¦object-array¦file¦date¦boolean",
    "names of devices": "CON¦nul¦con.txt¦.¦..¦~¦.htaccess",
    "scripts of the world":
      "Hu\u1ebf¦\u4e2d\u6587¦\u65e5\u672c\u8a9e¦\u041c\u043e\u0441\u043a\u0432\u0430¦\u0e44\u0e17\u0e22¦Stra\u00dfe¦\u00f1¦\u00ff¦\u0100",
    mojibake: "\u00c3\u00a9¦\u00e2\u20ac\u2122¦\u00ef\u00bb\u00bf¦\u0080¦\u20ac¦\u0152",
    "tags and combining marks": "\udb40\udc41¦a\u0300\u0301\u0302\u0303¦\u0300¦\u20dd",
  }),
  ...specialCharacters(),
];

/** Lengths in characters at which servers truncate, hash, buffer or index. */
export const LENGTHS = [
  2, 15, 16, 17, 31, 32, 33, 49, 50, 51, 63, 64, 65, 99, 100, 101, 127, 128, 129, 199, 200, 201, 249, 250, 251, 254,
  255, 256, 257, 499, 500, 501, 511, 512, 513, 999, 1000, 1001, 1023, 1024, 1025, 2000, 2047, 2048, 2049, 4000, 4001,
  4095, 4096, 4097, 8191, 8192, 8193, 9999, 10000, 10001, 16384, 16385, 32767, 32768, 32769, 50001, 65535, 65536, 65537,
  100001,
];

/** Lengths of a uid in characters, up to its maximum, at which servers truncate, hash or index it. */
export const UID_LENGTHS = [20, 30, 39, 40, 41, 49, 50, 51, 60, 62, 63, 64, 65, 70, 80, 90, 95, 99, 100];

/** Returns a string of a given length in which truncated or moved parts are detected. */
export function longText(length: number, alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"): string {
  const points = [...alphabet];
  const at = (i: number) => points[(i * 7 + Math.floor(i / 36)) % points.length];
  // After this number of characters it repeats.
  const period = 36 * points.length;
  const write = (count: number) => Array.from({ length: count }, (_, i) => at(i)).join("");
  return length <= period ? write(length) : write(period).repeat(Math.floor(length / period)) + write(length % period);
}

/** Alphabets whose characters have one to four bytes, one or two code units, or are not graphemes by themselves. */
export const ALPHABETS = {
  "of one byte": "abcdefghijklmnopqrstuvwxyz0123456789",
  "of two bytes": "\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7\u00e8\u00e9",
  "of three bytes": "\u4e00\u4e01\u4e03\u4e07\u4e08\u4e09\u4e0a\u4e0b",
  "of four bytes": "\u{1d4b3}\u{1f600}\u{20000}\u{20001}\u{1f680}",
  "that combine": "e\u0301\u0302\u0303",
} as const;

/**
 * Pairs and groups of uids that a server confuses if it folds case, trims, normalizes, decodes, truncates or pads. Each
 * is preceded by the same prefix, so they differ only in this.
 */
export const IDENTITIES: Form[] = [
  ...TEXTS.filter(({ text }) => [...text].length <= 40),
  ...formsOf({
    case: "lot-A¦lot-a¦LOT-A¦Lot-A¦\u00c9t\u00e9¦\u00e9t\u00e9¦stra\u00dfe¦strasse¦STRASSE",
    blanks: "x y¦x  y¦x\ty¦xy¦xy ¦ xy¦x-y¦x_y¦x.y¦x/y¦x:y¦x+y¦x%20y¦x\u00a0y",
    "a prefix of another": "q¦qq¦qqq¦q1¦q10¦q100",
    numbers: "00¦1.00¦10¦1e1¦1e01¦+1.0",
    namespaces: "inspection¦analytics¦inspection/x¦analytics/x¦inspection:x¦x:inspection",
  }),
];
