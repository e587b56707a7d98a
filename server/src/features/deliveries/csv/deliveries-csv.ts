import { targetTexts } from '@vitrine/contract/action-types';
import { type DeliveryState, deliveryStateTexts } from '@vitrine/contract/orders';
import { takenBackTexts } from '@vitrine/contract/refund-words';
import type { DeliveryFilter } from '@vitrine/contract/resends';
import { CSV_START, csvLine } from '../../../csv.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Phase } from '../delivery.ts';
import { listNewest, readExportNames } from '../queries.ts';
import { describeDelivery } from '../read-deliveries.ts';

/** Rows in memory at a time; a file of any size needs no more. */
const ROWS = 200;

const phases: Record<Phase, string> = { confirmation: 'compra', expiration: 'fim do prazo', reversal: 'desfeita' };

const head = [
  'Criada em',
  'Terminada em',
  'Pedido',
  'Produto',
  'Entrega',
  'Fase',
  'Destino',
  'Servidor',
  'Jogador',
  'Estado',
  'Código',
  'Mensagem',
  'Tentativas',
  'Reenvio',
  'Fim da compra',
  'Depois do reembolso',
  'Simulação',
];

/**
 * The deliveries that the filter names, newest first, as pieces of one CSV file. Times are in UTC. It reads page by page, so
 * what is made meanwhile is missing, and the reading ends when the consumer stops.
 */
export async function* deliveriesCsv(
  db: Db,
  store: StoreId,
  filter: DeliveryFilter & { state?: DeliveryState | undefined },
): AsyncGenerator<string> {
  yield CSV_START + csvLine(head);
  for (let after: string | undefined; ; ) {
    const rows = await listNewest(db, store, { ...filter, after, limit: ROWS });
    const { numbers, servers } = await readExportNames(db, store, rows);
    for (const row of rows) {
      const delivery = describeDelivery(row);
      yield csvLine([
        delivery.createdAt,
        delivery.finishedAt ?? '',
        String(numbers.get(row.order_id) ?? ''),
        delivery.product,
        delivery.text,
        phases[delivery.phase],
        targetTexts[delivery.target].name,
        servers.get(row.id) ?? '',
        delivery.player,
        deliveryStateTexts[delivery.state],
        delivery.code ?? '',
        delivery.message ?? '',
        String(delivery.attempts),
        String(delivery.resend),
        delivery.aftermath?.text ?? '',
        delivery.takenBack ? takenBackTexts[delivery.takenBack] : '',
        delivery.rehearsal ? 'sim' : '',
      ]);
    }
    after = rows.at(-1)?.id;
    if (rows.length < ROWS) return;
  }
}
