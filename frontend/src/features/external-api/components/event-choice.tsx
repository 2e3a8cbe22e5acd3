import { PUBLIC_EVENT_TYPES, type PublicEventType } from '@posthorn/contracts/external/events.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, type ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { EVENT_GROUPS, GROUP_NAMES, type EventGroup } from '../model/event-types.ts';
import { EVENT_TEXT, GROUP_TEXT, WEBHOOK_DIALOG_TEXT as TEXT } from '../messages/webhooks.en.ts';

type Types = readonly PublicEventType[];
type Choice = Readonly<{ chosen: Types; onChange: (chosen: Types) => void }>;

/** Chooses the events for a webhook: all, whole groups, or single types, which are collapsed below their group. */
export function EventChoice({ chosen, onChange, error }: Choice & Readonly<{ error: string | undefined }>) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} className="space-y-2">
      <legend className="text-sm font-medium">{TEXT.types}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {TEXT.typesHint}
      </p>
      <TypesCheckbox types={PUBLIC_EVENT_TYPES} chosen={chosen} onChange={onChange}>
        {TEXT.all}
      </TypesCheckbox>
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
      <TypesCheckbox types={types} chosen={chosen} onChange={onChange}>
        {GROUP_TEXT[group]}
      </TypesCheckbox>
    );
  return (
    <div>
      <TypesCheckbox types={types} chosen={chosen} onChange={onChange}>
        {GROUP_TEXT[group]}
      </TypesCheckbox>
      {/* Always open when only some types are chosen. Otherwise, the user opens or closes the group. */}
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
                onChange(withTypes(chosen, [type], target.checked));
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

/** One checkbox for several types. The checkbox is indeterminate when only some types are chosen. */
function TypesCheckbox({
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
        onChange(withTypes(chosen, types, target.checked));
      }}
    >
      <span className="text-sm font-medium">{children}</span>
    </Checkbox>
  );
}

const withTypes = (chosen: Types, types: Types, isChosen: boolean): Types => {
  const others = chosen.filter((type) => !types.includes(type));
  return isChosen ? [...others, ...types] : others;
};
