import { useQuery } from '@tanstack/react-query';
import type { WindowDocument, WindowSection } from '@vitrine/contract/window';
import { type SectionKind, sectionKinds, sectionWords, windowLimits } from '@vitrine/contract/window-kinds';
import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useSortable } from '../list/use-sortable.client.tsx';
import { categoriesQuery, productsQuery } from '../store/catalog-queries.ts';
import { focusFirstField } from './first-field.ts';
import { SectionForm } from './section-form.client.tsx';
import { type Choices, labelOf, missingIn, newSection, wordsOf } from './sections.ts';

interface SectionListProps {
  /** The element of the preview, which stands below the sections where the screen is narrow. */
  previewId: string;
  store: string | null;
  document: WindowDocument;
  onChange(update: (document: WindowDocument) => WindowDocument): void;
  /** The section whose fields are open. */
  open: string | null;
  onOpen(id: string | null): void;
  /** What shoppers see while there is no section. */
  emptyText: string;
  /** What follows the sections. */
  note?: string;
}

/** The sections of a window, in their order. One is open at a time, with its fields. */
export function SectionList({ previewId, store, document, onChange, open, onOpen, emptyText, note }: SectionListProps) {
  const { sections } = document;
  const categories = useQuery(categoriesQuery(store));
  const products = useQuery(productsQuery(store));
  const loading = categories.isPending || products.isPending;
  const choices: Choices = {
    categories: (categories.data ?? []).map(({ _id: id, name }) => ({ id, name })),
    products: (products.data ?? []).map(({ idProduct: id, name }) => ({ id, name })),
  };
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const put = (update: (sections: WindowSection[]) => WindowSection[]) =>
    onChange((now) => ({ ...now, sections: update(now.sections) }));
  const wordsFor = (section: WindowSection) =>
    wordsOf(section, (id) => choices.categories.find((category) => category.id === id)?.name);
  const sortable = useSortable({
    items: sections,
    keyOf: ({ id }) => id,
    nameOf: (section) => labelOf(section, wordsFor(section)),
    onOrder: (order) => put(() => order),
  });
  const full = sections.length >= windowLimits.sections;
  const append = (kind: SectionKind) => {
    const section = newSection(kind, choices, sections);
    put((now) => [...now, section]);
    onOpen(section.id);
    setAdding(false);
    focusFirstField(() => list.current?.lastElementChild?.querySelector('[data-fields]'));
  };
  const add = (
    <Button
      tone={sections.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus className="size-4.5" />}
      disabled={full || loading}
      onClick={() => setAdding(true)}
    >
      Adicionar seção
    </Button>
  );

  return (
    <Card title="Seções" description="Arraste pela alça, ou use as setas do teclado.">
      {sortable.announcement}
      {sections.length === 0 ? (
        <EmptyState drawing="shelf" title="Nenhuma seção ainda" action={add}>
          {emptyText}
        </EmptyState>
      ) : (
        <ol ref={list} className="grid grid-cols-1 gap-2">
          {sortable.list.map((section, index) => (
            <li
              key={section.id}
              {...sortable.itemProps(index)}
              className="rounded-card border border-line bg-surface data-dragged:border-accent-text data-dragged:bg-accent-soft"
            >
              <Row
                section={section}
                words={wordsFor(section)}
                handle={sortable.handle(index)}
                open={open === section.id}
                onOpen={() => onOpen(open === section.id ? null : section.id)}
                onRemove={() => {
                  put((now) => now.filter(({ id }) => id !== section.id));
                  const heir = list.current?.querySelectorAll<HTMLElement>('[data-toggle]');
                  (heir?.[index + 1] ?? heir?.[index - 1])?.focus();
                }}
              />
              {open === section.id && !loading ? (
                <div data-fields="" className="border-t border-line p-4">
                  <SectionForm
                    {...choices}
                    section={section}
                    set={(change) =>
                      put((now) =>
                        now.map((one) => (one.id === section.id ? ({ ...one, ...change } as WindowSection) : one)),
                      )
                    }
                  />
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {sections.length > 0 ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {add}
          <Button
            tone="quiet"
            className="xl:hidden"
            onClick={() => globalThis.document.getElementById(previewId)?.scrollIntoView({ block: 'start' })}
          >
            Ver a prévia
          </Button>
        </div>
      ) : null}
      {note ? <p className="mt-4 text-small text-muted">{note}</p> : null}
      <Dialog open={adding} onOpenChange={setAdding} title="Adicionar seção" size="lg">
        <ul className="grid gap-2 sm:grid-cols-2">
          {sectionKinds.map((kind) => (
            <li key={kind} className="flex">
              <button
                type="button"
                className="min-h-16 w-full rounded-control border border-line-strong px-4 py-2 text-left transition-colors duration-(--motion-fast) hover:bg-hover"
                onClick={() => append(kind)}
              >
                <span className="block font-medium">{sectionWords[kind].name}</span>
                <span className="block text-small text-muted">{sectionWords[kind].says}</span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </Card>
  );
}

interface RowProps {
  section: WindowSection;
  words: string;
  handle: React.ReactNode;
  open: boolean;
  onOpen(): void;
  onRemove(): void;
}

function Row({ section, words, handle, open, onOpen, onRemove }: RowProps) {
  const missing = missingIn(section);
  const label = labelOf(section, words);
  return (
    <div className="flex items-center gap-1 p-1.5">
      {handle}
      <button
        type="button"
        data-toggle=""
        aria-expanded={open}
        className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-control px-2 text-left hover:bg-hover"
        onClick={onOpen}
      >
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{sectionWords[section.kind].name}</span>
          <span className={`block text-small text-muted ${missing ? '' : 'truncate'}`}>
            {missing ? `Não aparece: ${missing}` : words}
          </span>
        </span>
        <ChevronDown aria-hidden="true" className={`size-4 shrink-0 text-muted ${open ? 'rotate-180' : ''}`} />
      </button>
      <IconButton label={`Remover ${label}`} size="small" onClick={onRemove}>
        <Trash2 className="size-4" />
      </IconButton>
    </div>
  );
}
