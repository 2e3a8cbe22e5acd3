import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Todo } from '#ui/todo.tsx';
import { problemMark } from '../next-problem.ts';
import { FIELD_CHECKS, type PostFields } from '../post-fields.ts';
import { targetKey, untouchedTarget, type TargetFields } from '../target-fields.ts';
import { ownProblems, wantsAnswers, type TargetFit } from '../target-fit.ts';
import { OptionFields } from './option-fields.tsx';
import { OwnText } from './own-text.tsx';

/** One account: a line that says how it stands, and its settings below. */
export function TargetSetting({ fit, hint }: Readonly<{ fit: TargetFit; hint: string | undefined }>) {
  const { account, problems } = fit;
  const { control } = useFormContext<PostFields>();
  const { field, fieldState } = useController({
    control,
    name: `targets.${targetKey(account.id)}` as const,
    rules: { validate: (target) => !target?.own || FIELD_CHECKS.ownContent(target.content) },
  });
  const target = field.value ?? untouchedTarget;
  const set = (change: Partial<TargetFields>) => {
    field.onChange({ ...target, ...change });
  };
  const todo = ownProblems(fit).length;
  const atLarge = problems.filter(({ place }) => place === 'account');
  const error = fieldState.error?.message;
  const [toggled, toggle] = useState<boolean | null>(null);
  const open = error !== undefined || (toggled ?? (wantsAnswers(fit) || todo > 0));
  const id = useId();
  const name = PLATFORM_NAMES[account.platform];
  const where = `${name}, ${account.accountName}`;
  return (
    <fieldset className={classNames('min-w-0 rounded-xl border', todo > 0 && 'border-failed/50')}>
      <legend className="sr-only">{where}</legend>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`${id}-settings`}
        className="flex min-h-14 w-full items-center gap-3 rounded-xl px-3 py-1.5 text-left text-sm hover:bg-sunken"
        {...problemMark(atLarge.length > 0 || (todo > 0 && !open))}
        onClick={() => {
          toggle(!open);
        }}
      >
        <PlatformIcon platform={account.platform} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{account.displayName ?? account.accountName}</span>
          <span className="block truncate text-xs text-muted">
            {name}
            {account.displayName !== null &&
              account.displayName !== account.accountName &&
              ` · ${account.accountName}`}
          </span>
        </span>
        <Standing todo={todo} blocked={problems.length > todo} own={target.own} />
        <ChevronDown
          aria-hidden
          className={classNames('size-4 shrink-0 text-muted transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div id={`${id}-settings`} className="space-y-4 px-3 pt-1 pb-3">
          {atLarge.map(({ message }) => (
            <Todo key={message} message={message} />
          ))}
          <FieldError message={error} />
          {hint && <Note>{hint}</Note>}
          <OptionFields
            fit={fit}
            options={target.options}
            onChange={(options) => {
              set({ options });
            }}
          />
          <OwnText fit={fit} where={where} target={target} onChange={set} />
        </div>
      )}
    </fieldset>
  );
}

type StandingProps = Readonly<{ todo: number; blocked: boolean; own: boolean }>;

/** How it stands: what is missing here, what is missing in the shared fields above, or that it has its own text. */
function Standing({ todo, blocked, own }: StandingProps) {
  if (todo > 0 || blocked)
    return (
      <span className="flex shrink-0 items-center gap-1 text-xs font-medium text-failed">
        <CircleAlert aria-hidden className="size-4" />
        {todo > 0 ? `${String(todo)} to do` : 'See above'}
      </span>
    );
  return own ? <span className="shrink-0 text-xs font-medium text-primary">Own text</span> : null;
}
