import { useId, useState, type KeyboardEvent } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { classNames } from '#lib/class-names.ts';
import { zoneName } from '#lib/zone-format.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { findZones, readable, zoneNamed } from '../model/find-zones.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

const TEXT = SETTINGS_TEXT.zone;

type Props = Readonly<{
  /** The typed text. The full name of a zone or city counts as chosen. */
  text: string;
  onText: (text: string) => void;
  hint: string | undefined;
  error: string | undefined;
  now: number;
}>;

/** Finds a zone by a city, by its name, or by its offset. The list narrows while the user types. */
export function ZoneSearch({ text, onText, hint, error, now }: Props) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const found = zoneNamed(text) === null ? findZones(text, now) : [];
  const choose = (index: number) => {
    const option = found[index];
    if (option) onText(readable(option.zone));
    setActive(-1);
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + by + found.length) % found.length);
    } else if (event.key === 'Enter' && found.length > 0) {
      // Without an active option, Enter chooses the first option.
      event.preventDefault();
      choose(Math.max(active, 0));
    }
  };
  return (
    <div className="space-y-2">
      <Field label={TEXT.label} hint={hint} error={error}>
        {(field) => (
          <Input
            {...field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={active < 0 ? undefined : `${id}-${String(active)}`}
            value={text}
            autoComplete="off"
            spellCheck={false}
            placeholder={TEXT.placeholder}
            onFocus={({ target }) => {
              target.select();
            }}
            onKeyDown={press}
            onChange={({ target }) => {
              setActive(-1);
              onText(target.value);
            }}
          />
        )}
      </Field>
      <ul id={`${id}-list`} role="listbox" aria-label={TEXT.found} className="rounded-xl border empty:hidden">
        {found.map(({ zone, city }, index) => (
          <li
            key={zone}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === active}
            className={classNames(
              'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-xl px-3 py-1 text-sm hover:bg-sunken',
              index === active && 'bg-sunken outline-2 -outline-offset-2 outline-primary',
            )}
            // Uses mousedown, which runs before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(index);
            }}
          >
            <span className="font-medium">{city}</span>
            <span className="text-muted">
              {readable(zone)} · {zoneName(new Date(now).toISOString(), zone)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
