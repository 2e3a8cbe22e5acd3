import { PUBLIC_EVENT_TYPES, type PublicEventType } from '@posthorn/contracts/external/events.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, type ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { EVENT_GROUPS, GROUP_NAMES, type EventGroup } from '../model/event-types.ts';
import { EVENT_TEXT, GROUP_TEXT, WEBHOOK_DIALOG_TEXT as TEXT } from '../messages/webhooks.en.ts';

type Types = readonly PublicEventType[];
type Choice = Readonly<{ chosen: Types; onChange: (chosen: Types) => void }>;

/** The events that a webhook gets: all, whole groups, or single types, which are collapsed under their group. */
export function EventChoice({ chosen, onChange, error }: Choice & Readonly<{ error: string | undefined }>) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} className="space-y-2">
      <legend className="text-sm font-medium">{TEXT.types}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {TEXT.typesHint}
      </p>
      <Several types={PUBLIC_EVENT_TYPES} chosen={chosen} onChange={onChange}>
        {TEXT.all}
      </Several>
      {GROUP_NAMES.map((group) => (
        <Group key={group} group={group} chosen={chosen} onChange={onChange} />
      ))}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}

function Group({ group, chosen, onChange }: Choice & Readonly<{ group: EventGroup }>) {
  const types: Types = EVENT_GROUPS[group];
  const count = types.filter((type) => chosen.includes(type)).length;
  if (types.length === 1)
    return (
      <Several types={types} chosen={chosen} onChange={onChange}>
        {GROUP_TEXT[group]}
      </Several>
    );
  return (
    <div>
      <Several types={types} chosen={chosen} onChange={onChange}>
        {GROUP_TEXT[group]}
      </Several>
      {/* Open when single types are chosen, and otherwise as the user leaves it. */}
      <details open={count > 0 && count < types.length ? true : undefined} className="group pl-3">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-sm text-muted">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          {TEXT.chosen(count, types.length)}
          <span className="sr-only">{GROUP_TEXT[group]}</span>
        </summary>
        <div className="space-y-3 py-1.5">
          {types.map((type) => (
            <Checkbox
              key={type}
              isPlain
              checked={chosen.includes(type)}
              onChange={({ target }) => {
                onChange(changed(chosen, [type], target.checked));
              }}
            >
              <span className="min-w-0 flex-1 text-sm">
                {EVENT_TEXT[type]} <code className="text-xs text-muted">{type}</code>
              </span>
            </Checkbox>
          ))}
        </div>
      </details>
    </div>
  );
}

/** One checkbox for several types. Indeterminate when only some of them are chosen. */
function Several({
  types,
  chosen,
  onChange,
  children,
}: Choice & Readonly<{ types: Types; children: ReactNode }>) {
  const count = types.filter((type) => chosen.includes(type)).length;
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < types.length;
      }}
      checked={count === types.length}
      onChange={({ target }) => {
        onChange(changed(chosen, types, target.checked));
      }}
    >
      <span className="text-sm font-medium">{children}</span>
    </Checkbox>
  );
}

const changed = (chosen: Types, types: Types, isWanted: boolean): Types => {
  const others = chosen.filter((type) => !types.includes(type));
  return isWanted ? [...others, ...types] : others;
};
