import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { FIRST_RUN_TEXT as TEXT } from '../../messages/first-run.en.ts';

type FirstRunProps = Readonly<{
  /** The number of connected accounts; null: unknown. */
  accounts: number | null;
  /** Returns buttons that connect an account, labelled by the heading with this id. */
  connect: (labelledBy: string) => ReactNode;
  onCreate: () => void;
}>;

const CONNECT_ID = 'first-run-connect';

/** The first steps of a user without posts, with their progress. */
export function FirstRun({ accounts, connect, onCreate }: FirstRunProps) {
  const isConnected = accounts !== 0;
  return (
    <section aria-labelledby="first-run" className="rounded-2xl border bg-surface p-side shadow-card sm:p-5">
      <h2 id="first-run" className="text-lg font-semibold">
        {TEXT.title}
      </h2>
      <p className="text-sm text-muted">{TEXT.hint}</p>
      <ol aria-label={TEXT.steps} className="mt-3 space-y-3">
        <Step
          number={1}
          id={CONNECT_ID}
          title={TEXT.connect}
          isCurrent={!isConnected}
          isDone={accounts !== null && isConnected}
        >
          <p className="text-sm text-muted">
            {accounts ? TEXT.connected(accounts) : !isConnected && TEXT.connectHint}
          </p>
          {!isConnected && connect(CONNECT_ID)}
          {accounts !== null && isConnected && (
            <details className="group text-sm">
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium text-primary">
                <ChevronDown
                  aria-hidden
                  className="size-4 shrink-0 transition-transform group-open:rotate-180"
                />
                {TEXT.another}
              </summary>
              {connect(CONNECT_ID)}
            </details>
          )}
        </Step>
        <Step number={2} title={TEXT.write} isCurrent={isConnected}>
          <p className="text-sm text-muted">{TEXT.writeHint}</p>
          <Button
            variant={isConnected ? 'primary' : 'secondary'}
            className="mt-2 max-sm:w-full"
            onClick={onCreate}
          >
            {TEXT.create}
          </Button>
        </Step>
        <Step number={3} title={TEXT.watch}>
          <p className="text-sm text-muted">{TEXT.watchHint}</p>
        </Step>
      </ol>
    </section>
  );
}

type StepProps = Readonly<{
  number: number;
  id?: string;
  title: string;
  isCurrent?: boolean;
  isDone?: boolean;
  children: ReactNode;
}>;

function Step({ number, id, title, isCurrent = false, isDone = false, children }: StepProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames('rounded-xl border p-3', isCurrent && 'border-primary')}
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className={classNames(
            'flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold tabular-nums',
            isCurrent
              ? 'bg-primary text-on-primary'
              : isDone
                ? 'bg-sunken text-posted'
                : 'bg-sunken text-muted',
          )}
        >
          {isDone ? <Check className="size-4" /> : number}
        </span>
        <h3 id={id} className="min-w-0 font-semibold">
          {title}
          {isDone && <span className="sr-only"> ({TEXT.done})</span>}
        </h3>
      </div>
      <div className="mt-1 sm:pl-10">{children}</div>
    </li>
  );
}
