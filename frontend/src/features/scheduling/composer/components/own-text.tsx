import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { problemMark } from '../next-problem.ts';
import type { PostFields } from '../post-fields.ts';
import type { TargetFields } from '../target-fields.ts';
import type { TargetFit } from '../target-fit.ts';

type Props = Readonly<{
  fit: TargetFit;
  /** Platform and account, for those who do not see where it stands. */
  where: string;
  target: TargetFields;
  onChange: (change: Partial<TargetFields>) => void;
}>;

/** A text for one account alone. It begins as a copy of the text for all, for few write a second one from nothing. */
export function OwnText({ fit: { used, max, over, problems }, where, target, onChange }: Props) {
  const { control } = useFormContext<PostFields>();
  const shared = useWatch({ control, name: 'content' });
  const id = useId();
  const todo = problems.find(({ place }) => place === 'own')?.message;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <label htmlFor={id} className="min-w-0 flex-1 basis-32 text-sm font-medium">
          A text of its own<span className="sr-only"> for {where}</span>
        </label>
        <Switch
          id={id}
          checked={target.own}
          onCheckedChange={(own) => {
            onChange({ own, ...(own && target.content.trim() === '' && { content: shared }) });
          }}
        />
      </div>
      {target.own && (
        <Field
          label={`Text for ${where}`}
          todo={todo}
          hint={
            <span className={over ? 'font-medium text-failed' : undefined}>
              {used.toLocaleString('en')} of {max.toLocaleString('en')} characters. Left empty, the text for
              all is used.
            </span>
          }
        >
          {(props) => (
            <Textarea
              {...props}
              {...problemMark(todo !== undefined)}
              value={target.content}
              onChange={({ currentTarget }) => {
                onChange({ content: currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      {target.own && target.content !== shared && (
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            onChange({ content: shared });
          }}
        >
          Copy the text for all again
        </Button>
      )}
    </div>
  );
}
