/** A heading or a paragraph of a plain text. */
export interface LegalBlock {
  heading: boolean;
  text: string;
}

/** Parts a plain text: empty lines part paragraphs, and a line that begins with `# ` is a heading. Nothing else counts. */
export function legalBlocks(text: string): LegalBlock[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => {
    const blocks: LegalBlock[] = [];
    for (const line of paragraph.trim().split('\n')) {
      const [, heading] = /^#[ \t]+(\S.*)$/.exec(line.trim()) ?? [];
      const last = blocks.at(-1);
      if (heading) blocks.push({ heading: true, text: heading });
      else if (last && !last.heading) last.text += `\n${line}`;
      else if (line.trim()) blocks.push({ heading: false, text: line });
    }
    return blocks;
  });
}
