import QRCode from 'qrcode';

/** A PNG of the code in base64, without the `data:` prefix (facts, section 4). */
export async function qrPng(text: string): Promise<string> {
  const png = await QRCode.toBuffer(text, { errorCorrectionLevel: 'M', margin: 4, scale: 4 });
  return png.toString('base64');
}
