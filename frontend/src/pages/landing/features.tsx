import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Inbox from 'lucide-react/icons/inbox';
import Link from 'lucide-react/icons/link';
import Smartphone from 'lucide-react/icons/smartphone';
import Sparkles from 'lucide-react/icons/sparkles';
import { classNames } from '#lib/class-names.ts';
import type { Icon } from '#ui/icon.ts';
import { LANDING_TEXT } from './messages.en.ts';
import { Point } from './point.tsx';
import { HistoryPicture, InboxPicture } from './product-picture.tsx';

const { features, trust } = LANDING_TEXT;
type Name = keyof typeof features.cards;

export const Features = () => (
  <section id="features" className="mx-auto max-w-6xl scroll-mt-14 px-side py-16 lg:py-24">
    <h2 className="max-w-2xl text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance sm:text-4xl">
      {features.heading}
    </h2>
    <p className="mt-3 text-[min(1.125rem,6.5vw)] text-muted">{features.hint}</p>
    <ul className="mt-10 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Feature name="inbox" icon={Inbox} className="sm:col-span-2 lg:row-span-2">
        <InboxPicture
          label={features.inboxPicture}
          className="mt-5 rounded-2xl border bg-page p-[min(0.75rem,3vw)]"
        />
      </Feature>
      <Feature name="scheduling" icon={CalendarClock} />
      <Feature name="ai" icon={Sparkles} />
      <Feature name="pages" icon={Link} />
      <Feature name="mobile" icon={Smartphone} />
      <Feature name="analytics" icon={ChartNoAxesColumn} />
    </ul>
  </section>
);

type FeatureProps = Readonly<{
  name: Name;
  icon: Icon;
  className?: string;
  children?: React.ReactNode;
}>;

const Feature = ({ name, icon: Drawing, className, children }: FeatureProps) => (
  <li
    className={classNames('rounded-3xl border bg-surface p-[min(1.25rem,5vw)] shadow-card sm:p-6', className)}
  >
    <h3 className="flex flex-wrap items-center gap-3 font-semibold">
      <span className="flex size-[40px] shrink-0 items-center justify-center rounded-2xl bg-primary/10 text-primary [&_svg]:size-[20px]">
        <Drawing aria-hidden />
      </span>
      {features.cards[name].title}
    </h3>
    <p className="mt-3 text-pretty text-muted">{features.cards[name].words}</p>
    {children}
  </li>
);

/** Shows the history of a post, like the History screen. */
export const Trust = () => (
  <section className="border-y bg-surface">
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-side py-16 lg:grid-cols-2 lg:items-center lg:gap-14 lg:py-24">
      <div>
        <h2 className="text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance sm:text-4xl">
          {trust.heading}
        </h2>
        <p className="mt-3 text-[min(1.125rem,6.5vw)] text-pretty text-muted">{trust.hint}</p>
        <ul className="mt-6 space-y-3">
          {trust.points.map((point) => (
            <Point key={point}>{point}</Point>
          ))}
        </ul>
      </div>
      <HistoryPicture
        label={trust.picture}
        className="rounded-3xl border bg-page p-[min(1.25rem,5vw)] pb-0 shadow-float sm:p-6 sm:pb-1"
      />
    </div>
  </section>
);
