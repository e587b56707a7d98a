import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditKindName, auditKindNames, auditKinds } from '@vitrine/contract/audit-kinds';
import type { AuditEntry, AuditFilter } from '@vitrine/contract/members';
import { ChevronRight, Filter, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { inlineLink } from '../../ui/inline-link.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { useLast } from '../../ui/use-last.ts';
import { edgeOfDay } from '../form/local-time.ts';
import { CsvButton } from '../list/csv-button.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoadMore } from '../list/load-more.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { auditQuery, downloadAudit } from './members-queries.ts';

/** The log of changes: who changed what and when, and the value before. */
export function AuditLog() {
  const subdomain = useCurrentStoreId();
  const [person, setPerson] = useState('');
  const [query, setQuery] = useSearchParams();
  // In the address, so that an order can lead to its own changes.
  const object = query.get('object') ?? '';
  const kind = auditKindNames.find((name) => name === query.get('kind')) ?? '';
  const narrow = (kind: AuditKindName | '', object = '') =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries({ kind, object })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [start, end] = [edgeOfDay(from, 'first'), edgeOfDay(until, 'last')];
  const filter: AuditFilter = {
    ...(person && { person }),
    ...(kind && { kind }),
    ...(object && { object }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
  const narrowed = Object.keys(filter).length > 0;
  const log = useInfiniteQuery({ ...auditQuery(subdomain, filter), placeholderData: (former) => former });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  // The filter stays as it is while a list fails to load: it may be the reason.
  const people = useLast(log.data?.pages[0]?.people ?? null);
  if (log.isLoadingError && !people) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={log} />
      </Card>
    );
  }
  if (!people) return <SkeletonRows rows={6} />;
  return (
    <>
      <search className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_auto_auto_auto]">
        <Field label="Pessoa" className="max-sm:col-span-2">
          <Select value={person} onChange={(event) => setPerson(event.target.value)}>
            <option value="">Todas</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="O que mudou" className="max-sm:col-span-2">
          <Select value={kind} onChange={(event) => narrow(event.target.value as AuditKindName | '')}>
            <option value="">Tudo</option>
            {auditKindNames.map((name) => (
              <option key={name} value={name}>
                {auditKinds[name].name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Desde">
          <TextInput
            type="date"
            className="max-sm:px-1.5"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label="Até">
          <TextInput
            type="date"
            className="max-sm:px-1.5"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </Field>
        <CsvButton
          download={() => downloadAudit(subdomain, filter)}
          file="vitrine-alteracoes.csv"
          tone="secondary"
          className="max-lg:col-span-2"
        />
      </search>
      {object ? (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">Só as alterações de um objeto.</span>
          <Button size="small" tone="quiet" icon={<X className="size-4" />} onClick={() => narrow(kind)}>
            Ver todas
          </Button>
        </p>
      ) : null}
      <Card flush className="overflow-hidden">
        {log.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={log} />
        ) : entries.length === 0 ? (
          <EmptyState drawing="receipt" title={narrowed ? 'Nada mudou assim' : 'Nada mudou ainda'}>
            {narrowed
              ? 'Nenhuma alteração combina com este filtro.'
              : 'Cada alteração na loja fica guardada aqui, com quem a fez e o valor de antes.'}
          </EmptyState>
        ) : (
          <List aria-label="Registro de alterações" className="border-t-0">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onObject={object ? undefined : (one) => narrow('', one)} />
            ))}
          </List>
        )}
      </Card>
      <LoadMore query={log}>Carregar mais</LoadMore>
    </>
  );
}

interface EntryProps {
  entry: AuditEntry;
  /** Absent while only one object's changes are shown. */
  onObject: ((object: string) => void) | undefined;
}

function Entry({ entry, onObject }: EntryProps) {
  const { object } = entry;
  const detailed = entry.before !== null || entry.after !== null;
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words">
          <span className="font-medium">{entry.actor}</span> <span className="text-muted">·</span>{' '}
          {entry.page ? (
            <Link to={entry.page} className={inlineLink}>
              {entry.text}
            </Link>
          ) : (
            <span className="text-muted">{entry.text}</span>
          )}
        </p>
        <RelativeTime at={entry.at} className="text-small text-muted" />
      </div>
      {object && onObject ? (
        <Button
          size="small"
          tone="quiet"
          className="float-right"
          icon={<Filter className="size-4" />}
          onClick={() => onObject(object)}
        >
          Só deste
          <span className="sr-only">: {entry.text}</span>
        </Button>
      ) : null}
      {detailed ? (
        <details className="group/change">
          <summary className="inline-flex min-h-11 items-center gap-1 rounded-control text-small text-muted hover:text-text pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/change:rotate-90" />
            Antes e depois
          </summary>
          <dl className="grid gap-3 pt-1 pb-1 text-small sm:grid-cols-2">
            {(
              [
                ['Antes', entry.before],
                ['Depois', entry.after],
              ] as const
            )
              // A creation has nothing before, and a deletion nothing after.
              .filter(([, value]) => value !== null)
              .map(([label, value]) => (
                <div key={label} className="min-w-0 rounded-control bg-hover px-3 py-2">
                  <dt className="text-muted">{label}</dt>
                  <dd className="break-words whitespace-pre-line">{value}</dd>
                </div>
              ))}
          </dl>
        </details>
      ) : null}
    </li>
  );
}
