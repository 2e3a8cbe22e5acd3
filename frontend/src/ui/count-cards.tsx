import { classNames } from '#lib/class-names.ts';

type CountCardsProps<Name extends string> = Readonly<{
  label: string;
  /** `text`: the class with the colour of the figure. */
  cards: readonly Readonly<{ name: Name; title: string; count: number; text: string }>[];
  chosen: Name | null;
  onChoose: (name: Name) => void;
}>;

/** A row of counts that also work as the filter of a list. */
export function CountCards<Name extends string>({ label, cards, chosen, onChoose }: CountCardsProps<Name>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2 sm:gap-3"
    >
      {cards.map(({ name, title, count, text }) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => {
            onChoose(name);
          }}
          className={classNames(
            'flex min-h-12 flex-col items-center justify-center rounded-2xl border bg-surface px-1 shadow-card transition-colors hover:bg-sunken sm:flex-row sm:gap-2',
            chosen === name && 'border-primary ring-1 ring-primary',
          )}
        >
          <span className={classNames('text-base/5 font-semibold tabular-nums sm:text-lg', text)}>
            {count}
          </span>
          <span className="text-[0.6875rem] leading-tight tracking-tight whitespace-nowrap text-muted sm:text-sm">
            {title}
          </span>
        </button>
      ))}
    </div>
  );
}
