import PDFDocument from 'pdfkit';

export const MARGIN = 56;
export const WIDTH = 595.28 - 2 * MARGIN;
export const INK = '#16161d';
export const QUIET = '#5f6270';
const LINE = '#d9dae0';
const VALUE_WIDTH = 110;

/** Signs that the built-in font has. */
const DRAWN = /^[\u0020-\u007e\u00a0-\u00ff–—•“”‘’€×]+$/;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Component}/u;

/**
 * A sign as the font can draw it: fancy letters become plain (`𝐕𝐈𝐏`), pictures disappear, other alphabets become '?'.
 */
function drawnSign(sign: string): string {
  const plain = sign.normalize('NFKC');
  if (DRAWN.test(plain)) return plain;
  return PICTURE.test(sign) ? '' : '?';
}

/**
 * Text that the built-in font can draw, on one line. What a shopper or owner typed stays text and cannot break the
 * page. A text of pictures only becomes '?'.
 */
export function drawable(text: string): string {
  const drawn = text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, drawnSign)
    .replace(/ +/g, ' ')
    .trim();
  return drawn || (text.trim() && '?');
}

/** A CPF or CNPJ with its label, by the number of its digits. */
export function labelled(document: string | undefined): string | undefined {
  if (!document?.trim()) return undefined;
  return `${document.replace(/\D/g, '').length === 14 ? 'CNPJ' : 'CPF'} ${document}`;
}

/** An A4 page or more with the lines that receipts are made of. `end` gives the file. */
export function startPaper({ title, author }: { title: string; author: string }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Author: drawable(author), Creator: 'Vitrine' },
    lang: 'pt-BR',
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const rule = () => {
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke();
    pdf.moveDown(0.6);
  };
  const row = (label: string, value: string, bold = false) => {
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(bold ? 13 : 11)
      .fillColor(INK);
    const text = drawable(label);
    const height = pdf.heightOfString(text, { width: WIDTH - VALUE_WIDTH });
    if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
    const top = pdf.y;
    pdf.text(text, MARGIN, top, { width: WIDTH - VALUE_WIDTH });
    pdf.text(value, MARGIN + WIDTH - VALUE_WIDTH, top, { width: VALUE_WIDTH, align: 'right' });
    pdf.x = MARGIN;
    pdf.y = top + height + 6;
  };
  const end = async (): Promise<Buffer> => {
    pdf.end();
    return await finished;
  };
  return { pdf, rule, row, end };
}
