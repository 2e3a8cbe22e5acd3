import { MANY_POSTS, type ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { useState, type SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { SEVERAL_TEXT as TEXT } from '../../messages/several.en.ts';

type MoveByDialogProps = Readonly<{
  count: number;
  zone: string;
  /** The number of chosen posts that cannot be moved. */
  staying: number;
  onMove: (by: Pick<ManyPostsRequest, 'byDays' | 'byMinutes' | 'timezone'>) => void;
  onClose: () => void;
}>;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Asks how far the posts move: days or hours, later or earlier. */
export function MoveByDialog({ count, zone, staying, onMove, onClose }: MoveByDialogProps) {
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState('days');
  const [direction, setDirection] = useState('later');
  const [isSubmitted, setSubmitted] = useState(false);
  const by = Number(amount);
  const max = unit === 'days' ? MANY_POSTS.daysMax : MANY_POSTS.minutesMax / 60;
  const isValid = Number.isInteger(by) && by >= 1 && by <= max;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isValid) return;
    const signed = direction === 'later' ? by : -by;
    onMove(unit === 'days' ? { byDays: signed, timezone: zone } : { byMinutes: signed * 60 });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TEXT.moveTitle(count)}
      description={TEXT.moveHint}
      className="sm:w-[28rem]"
    >
      <DialogForm isSaving={false} onSubmit={submit}>
        <DialogBody className="space-y-4">
          <Field label={TEXT.by} error={isSubmitted && !isValid ? TEXT.byNotValid : undefined}>
            {(field) => (
              <Input
                {...field}
                data-autofocus
                type="number"
                inputMode="numeric"
                min={1}
                max={max}
                value={amount}
                onChange={({ target }) => {
                  setAmount(target.value);
                }}
              />
            )}
          </Field>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
            <Select label={TEXT.unit} options={optionsOf(TEXT.units)} value={unit} onValueChange={setUnit} />
            <Select
              label={TEXT.direction}
              options={optionsOf(TEXT.directions)}
              value={direction}
              onValueChange={setDirection}
            />
          </div>
          {staying > 0 && <p className="text-sm text-muted">{TEXT.staying(staying)}</p>}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
          <Button type="submit" variant="primary">
            {TEXT.move(count)}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
