import { formatDateTime } from '@vitrine/contract/dates';
import { formatCentavos } from '@vitrine/contract/money';
import { periodText } from '@vitrine/contract/plan-words';
import type { LegalData } from '@vitrine/contract/stores';
import type { Config } from '../../config.ts';
import { drawable, INK, labelled, QUIET, startPaper } from '../orders/receipt/paper.ts';

/** A paid plan payment as its receipt shows it. */
interface PaidPlan {
  plan: string;
  months: number;
  centavos: number;
  paidAt: Date;
  /** The provider's number of the payment. */
  number: string | null;
  status: 'paid' | 'refunded' | 'charged_back';
  store: { name: string; legal: Partial<LegalData> };
}

const returned = { paid: '', refunded: 'O valor foi devolvido.', charged_back: 'O valor foi devolvido pelo banco.' };

/** The receipt of a plan payment as a PDF: who runs the installation, who paid, what for, and what became of the money. */
export async function drawPlanReceipt(paid: PaidPlan, operator: Config['operator']): Promise<Buffer> {
  const { pdf, rule, row, end } = startPaper({
    title: `Comprovante do plano ${drawable(paid.plan)}`,
    author: operator.name ?? 'Vitrine',
  });
  pdf
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(INK)
    .text(drawable(operator.name ?? 'Vitrine'));
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  const { taxId } = operator;
  for (const line of [
    taxId && `${taxId.kind} ${taxId.number}`,
    operator.address,
    operator.contact?.replace(/^mailto:/, ''),
  ]) {
    if (line) pdf.text(drawable(line));
  }
  pdf.moveDown(1.5);
  pdf.font('Helvetica-Bold').fontSize(14).fillColor(INK).text('Comprovante de assinatura');
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  pdf.text(`Pago em ${formatDateTime(paid.paidAt.toISOString())}${paid.number ? `, pagamento nº ${paid.number}` : ''}`);
  const { name, document } = paid.store.legal;
  const payer = [paid.store.name, name, labelled(document)].filter((part) => part?.trim()).join('   •   ');
  pdf.text(drawable(`Loja: ${payer}`));
  if (returned[paid.status]) pdf.text(returned[paid.status]);
  pdf.moveDown(1);
  rule();
  row(`Plano ${paid.plan}, ${periodText(paid.months)}`, formatCentavos(paid.centavos));
  rule();
  row('Total pago', formatCentavos(paid.centavos), true);
  pdf.moveDown(1);
  pdf.font('Helvetica').fontSize(9).fillColor(QUIET).text('Este comprovante não substitui a nota fiscal.');
  return await end();
}
