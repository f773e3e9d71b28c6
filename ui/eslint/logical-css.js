/**
 * An ESLint rule: styles name the start and the end of a line, not left and right, so that pages mirror themselves for
 * languages written from right to left. Maps and drawings don't mirror: they say so with `/* not mirrored: why *\/`.
 */
const PHYSICAL =
  /(?:^|[;{\s])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)(?:-[a-z]+)?|left|right|(?:min-|max-)?(?:width|height)|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*(?::|;|$)/gm;
const COMMENT = /\/\*[\s\S]*?\*\//g;
const EXCUSE = /not mirrored:/;

/** The physical properties of a style sheet: where each stands, and its name. */
export function physical(text) {
  if (EXCUSE.test(text)) return [];
  // Queries ask for the size of the window, which has no direction.
  const css = text
    .replace(COMMENT, (comment) => ' '.repeat(comment.length))
    .replace(/@(?:media|container)[^{]*/g, (query) => ' '.repeat(query.length));
  return [...css.matchAll(PHYSICAL)].map((match) => ({
    at: match.index + match[0].indexOf(match[1]),
    name: match[1],
  }));
}

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { physical: 'Use the logical property instead of “{{name}}” (docs/ui.md, Right to left).' },
  },
  create(context) {
    const source = context.sourceCode;
    return {
      SvelteStyleElement(node) {
        for (const { at, name } of physical(source.getText(node)))
          context.report({
            loc: source.getLocFromIndex(node.range[0] + at),
            messageId: 'physical',
            data: { name },
          });
      },
    };
  },
};
