import { LINK_PAGE, LINK_PAGE_TEXT, type OwnLinkView } from '@posthorn/contracts/link-tree/link-page.http';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { focusAfterDialog } from '#ui/focus-return.ts';
import { Part } from '#ui/part.tsx';
import { usePlaceLink } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { useOrderedList } from '../hooks/use-ordered-list.ts';
import { OwnLinkRow } from './own-link-row.tsx';
import { RemoveLinkDialog } from './remove-link-dialog.tsx';

const TEXT = EDITOR_TEXT.links;

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog);

type Opened = Readonly<{ form: 'add' | 'edit' | 'remove'; link: OwnLinkView | null }>;

/** Lets the user add, change, order, hide and remove own links. */
export function OwnLinks({ links, zone }: { links: readonly OwnLinkView[]; zone: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { mutate: place } = usePlaceLink();
  const stored = links.map(({ id }) => id);
  const { ids, announcement, row } = useOrderedList({
    ids: stored,
    list,
    titleOf: (id) => links.find((each) => each.id === id)?.title ?? '',
    onPlace: (id, after) => {
      place({ id, after });
    },
  });
  const isFull = links.length >= LINK_PAGE.linksMax;
  const close = () => {
    setOpened(null);
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
        {ids.map((id) => {
          const link = links.find((each) => each.id === id);
          return (
            link && (
              <OwnLinkRow
                key={id}
                {...row(id)}
                link={link}
                zone={zone}
                onOpen={(form) => {
                  setOpened({ form, link });
                }}
              />
            )
          );
        })}
      </ul>
      {links.length > 0 && <p className="mt-2 text-sm text-muted">{EDITOR_TEXT.clicks.about}</p>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Button
        ref={addButton}
        className="mt-3"
        disabled={isFull}
        onClick={() => {
          setOpened({ form: 'add', link: null });
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
            focusAfterDialog(() => next?.focus());
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Returns the row to focus after a link is removed: the next row, else the previous row. */
const rowBeside = (list: HTMLElement | null, id: string | undefined, ids: readonly string[]) => {
  const at = ids.findIndex((each) => each === id);
  return list?.children[at + 1] ?? list?.children[at - 1];
};
