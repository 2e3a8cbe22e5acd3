import * as Radix from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { UI_TEXT } from './messages.en.ts';

type AlertDialogProps = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => void;
  /** An alternative action that is not recommended. Its button has the style of a dangerous action. */
  other?: Readonly<{ label: string; onConfirm: () => void }>;
}>;

/** Asks for confirmation before an important action. The initial focus is on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirm,
    cancel = UI_TEXT.cancel,
    danger,
    onConfirm,
    other,
  } = props;
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          {...focus}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 animate-pop overflow-y-auto rounded-2xl border bg-surface p-[min(1.25rem,5vw)] shadow-float outline-none"
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{cancel}</Button>
            </Radix.Cancel>
            {other && (
              <Radix.Action asChild>
                <Button variant="danger" onClick={other.onConfirm}>
                  {other.label}
                </Button>
              </Radix.Action>
            )}
            <Radix.Action asChild>
              <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
                {confirm}
              </Button>
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
