declare module "punycode.js" {
  /** @throws RangeError for a text that is no Punycode */
  export function decode(text: string): string;
  export function encode(text: string): string;
}
