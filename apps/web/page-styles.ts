const ATTRIBUTE = / style="([^"]*)"/g;

/**
 * Replaces the style attributes of rendered markup, which the content security policy forbids, by rules of a style
 * element. The service allows that element by its hash. The browser sets later styles through the DOM, which is
 * allowed. Text that users wrote has no bare quotes, so nothing in it looks like an attribute.
 * @throws Error for a style that would need escaping in a style element; no component has one
 */
export function collectStyles(html: string): { html: string; rules: string } {
  const names = new Map<string, number>();
  const marked = html.replace(ATTRIBUTE, (_, style: string) => {
    if (/[&<>{}\\]/.test(style)) throw new Error(`This style cannot be a rule: ${style}`);
    const name = names.get(style) ?? names.size;
    names.set(style, name);
    return ` data-style="${name}"`;
  });
  const rules = [...names].map(([style, name]) => `[data-style="${name}"]{${style}}`);
  return { html: marked, rules: rules.join("") };
}
