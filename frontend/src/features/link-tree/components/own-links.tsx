import { LINK_PAGE, LINK_PAGE_TEXT, type OwnLinkView } from '@posthorn/contracts/link-tree/link-page.http';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { leadFocusOn } from '#ui/focus-return.ts';
import { Part } from '#ui/part.tsx';
import { useOrderLinks } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { moved, type ItemMove } from '../model/link-order.ts';
import { useDragOrder } from '../hooks/use-drag-order.ts';
import { OwnLinkRow } from './own-link-row.tsx';
import { RemoveLinkDialog } from './remove-link-dialog.tsx';

const TEXT = EDITOR_TEXT.links;

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog);

type Opened = Readonly<{ form: 'add' | 'edit' | 'remove'; link: OwnLinkView | null }>;

/** The user's own links: add, change, order, hide and remove. */
export function OwnLinks({ links, zone }: { links: readonly OwnLinkView[]; zone: string }) {
  const [opened, open] = useState<Opened | null>(null);
  const [news, tell] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { mutate: order } = useOrderLinks();
  const stored = links.map(({ id }) => id);
  const drag = useDragOrder(stored, list, order);
  const isFull = links.length >= LINK_PAGE.linksMax;
  const close = () => {
    open(null);
  };
  const move = ({ id, title }: OwnLinkView, way: ItemMove) => {
    const ids = moved(stored, id, way);
    if (!ids) return;
    const focused = document.activeElement;
    flushSync(() => {
      order(ids);
      tell(TEXT.moved(title, ids.indexOf(id) + 1, ids.length));
    });
    // An element that moves in the DOM loses the focus, so it is restored.
    if (focused instanceof HTMLElement) focused.focus();
  };
  return (
    <Card aria-labelledby="links">
      <h2 id="links" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{links.length === 0 ? TEXT.none : TEXT.hint}</p>
      <p id="move-hint" className="sr-only">
        {TEXT.moveHint}
      </p>
      <ul ref={list} aria-label={TEXT.list} className="mt-3 divide-y border-y empty:hidden">
        {drag.ids.map((id) => {
          const link = links.find((each) => each.id === id);
          return (
            link && (
              <OwnLinkRow
                key={id}
                link={link}
                zone={zone}
                isDragged={drag.dragged === id}
                handle={drag.handle(id)}
                isFirst={id === stored[0]}
                isLast={id === stored.at(-1)}
                onMove={(way) => {
                  move(link, way);
                }}
                onOpen={(form) => {
                  open({ form, link });
                }}
              />
            )
          );
        })}
      </ul>
      {links.length > 0 && <p className="mt-2 text-sm text-muted">{EDITOR_TEXT.clicks.about}</p>}
      <p role="status" className="sr-only">
        {news}
      </p>
      <Button
        ref={addButton}
        className="mt-3"
        disabled={isFull}
        onClick={() => {
          open({ form: 'add', link: null });
        }}
      >
        <Plus aria-hidden />
        {TEXT.add}
      </Button>
      {isFull && <p className="mt-2 text-sm text-muted">{LINK_PAGE_TEXT.linksMax}</p>}
      {opened && opened.form !== 'remove' && (
        <Part>
          <LinkDialog link={opened.link} zone={zone} onClose={close} />
        </Part>
      )}
      {opened?.form === 'remove' && opened.link && (
        <RemoveLinkDialog
          link={opened.link}
          onRemove={() => {
            const row = rowBeside(list.current, opened.link?.id, stored);
            const next = row?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? addButton.current;
            leadFocusOn(() => next?.focus());
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** The row that takes a removed link's place, or the one before it. */
const rowBeside = (list: HTMLElement | null, id: string | undefined, ids: readonly string[]) => {
  const at = ids.findIndex((each) => each === id);
  return list?.children[at + 1] ?? list?.children[at - 1];
};
