import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import {
  LINK_PAGE_THEME_NAMES,
  LINK_PAGE_THEMES,
  type LinkPageTheme,
} from '@posthorn/contracts/link-tree/themes';
import { useId } from 'react';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { useChangePage } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const TEXT = EDITOR_TEXT.look;

/** Chooses the colours of the page, and whether search engines may list it. */
export function PageLook({ page: { theme, listed } }: { page: LinkPageView }) {
  const id = useId();
  const { mutate: change } = useChangePage();
  return (
    <Card aria-labelledby="look">
      <h2 id="look" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <fieldset className="mt-3">
        <legend className="text-sm font-medium">{TEXT.theme}</legend>
        <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {LINK_PAGE_THEME_NAMES.map((name) => (
            <ThemeChoice
              key={name}
              name={name}
              group={id}
              isChosen={name === theme}
              onChoose={() => {
                change({ theme: name });
              }}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={`${id}-listed`} className="min-w-0 flex-[1_1_10rem] text-sm">
          <span className="font-medium">{TEXT.listed}</span>
          <span className="block text-muted">{TEXT.listedHint}</span>
        </label>
        <Switch
          id={`${id}-listed`}
          checked={listed}
          onCheckedChange={(checked) => {
            change({ listed: checked });
          }}
        />
      </div>
    </Card>
  );
}

type ThemeChoiceProps = Readonly<{
  name: LinkPageTheme;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}>;

function ThemeChoice({ name, group, isChosen, onChoose }: ThemeChoiceProps) {
  const { label, colours, dark } = LINK_PAGE_THEMES[name];
  const { page, surface, edge, accent } = colours;
  return (
    <label className="flex min-h-11 flex-col gap-1.5 rounded-xl border p-1.5 text-center text-sm has-checked:border-primary has-checked:bg-primary/5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input type="radio" name={group} checked={isChosen} className="sr-only" onChange={onChoose} />
      <span
        aria-hidden
        className="flex h-14 flex-col justify-center gap-1.5 rounded-lg border px-2.5"
        style={{
          borderColor: edge,
          // A theme that follows the device shows both backgrounds.
          background: dark
            ? `linear-gradient(115deg, ${page[0]} 50%, ${dark.page[0]} 50%)`
            : `linear-gradient(${page[0]}, ${page[1]})`,
        }}
      >
        <span className="h-2.5 rounded-full" style={{ backgroundColor: accent }} />
        <span className="h-2.5 rounded-full border" style={{ backgroundColor: surface, borderColor: edge }} />
      </span>
      {label}
    </label>
  );
}
