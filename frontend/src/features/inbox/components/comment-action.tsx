import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';

type CommentActionProps = Pick<ComponentProps<typeof Button>, 'disabled' | 'onClick' | 'children'> &
  Readonly<{
    icon?: Icon;
    /** It is the one that is wanted most. */
    leads?: boolean;
  }>;

/** One of the things that can be done with a comment or its reply: they stand in a row below it. */
export const CommentAction = ({ icon: Picture, leads, children, ...button }: CommentActionProps) => (
  <Button variant="quiet" className={leads ? 'px-2.5 text-primary' : 'px-2.5'} {...button}>
    {Picture && <Picture aria-hidden />}
    {children}
  </Button>
);
