/** A node of Strapi's rich text in blocks, as far as it is shown. */
interface BlockNode {
  type?: string;
  text?: string;
  children?: BlockNode[];
  /** Of a heading. */
  level?: number;
  /** Of a list. */
  format?: string;
  /** Of a link. */
  url?: string;
  image?: { url?: string; alternativeText?: string };
  [mark: string]: unknown;
}

const MARKS: Readonly<Record<string, string>> = {
  bold: '**',
  italic: '_',
  underline: '__',
  strikethrough: '~~',
  code: '`',
};

/** Rich text in blocks in the notation of Markdown, so that a change of its form is seen as well. */
export const blocksText = (blocks: unknown): string =>
  Array.isArray(blocks) ? blocks.map((block) => nodeText(block as BlockNode)).join('\n\n') : '';

function nodeText(node: BlockNode): string {
  const children = Array.isArray(node.children) ? node.children : [];
  const inside = children.map(nodeText).join('');
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(node.level ?? 1)} ${inside}`;
    case 'list':
      return children
        .map((item, index) => `${node.format === 'ordered' ? `${index + 1}.` : '-'} ${nodeText(item)}`)
        .join('\n');
    case 'quote':
      return `> ${inside}`;
    case 'code':
      return `\`\`\`\n${inside}\n\`\`\``;
    case 'link':
      return `[${inside}](${node.url ?? ''})`;
    case 'image':
      return `![${node.image?.alternativeText ?? ''}](${node.image?.url ?? ''})`;
    default:
      return marked(node, node.text ?? inside);
  }
}

const marked = (node: BlockNode, text: string): string =>
  Object.entries(MARKS).reduce(
    (inner, [mark, sign]) => (node[mark] === true ? sign + inner + sign : inner),
    text,
  );
