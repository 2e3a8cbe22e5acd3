import { useEffect, useRef, type RefObject } from 'react';
import { ownProblems, type TargetFit } from './target-fit.ts';

/** Marks a control that the user has to change before the post can be sent. */
export const problemMark = (is: boolean) => (is ? { 'data-problem': '' } : {});

type View = number | null;

/**
 * Moves from one problem to the next, and from the last to the first: first the shared content, then account by account. `go` opens a view in the
 * editor.
 */
export function useProblemTour(
  form: RefObject<HTMLElement | null>,
  fits: readonly TargetFit[],
  view: View,
  go: (view: View) => void,
): () => void {
  const last = useRef<HTMLElement | null>(null);
  const arriving = useRef<Readonly<{ at: View }> | null>(null);
  const arriveAt = (control: HTMLElement | undefined) => {
    if (!control) return;
    last.current = control;
    control.focus({ preventScroll: true });
    // A control may be visible only to screen readers, inside a visible label.
    (control.closest('label') ?? control).scrollIntoView({ block: 'center' });
  };
  // The control exists after the next render, or when the choices of its account have loaded.
  useEffect(() => {
    if (!arriving.current) return;
    const { at } = arriving.current;
    const [first] = view === at ? marksIn(form.current) : [];
    if (!first) return;
    arriving.current = null;
    arriveAt(first);
  });
  return () => {
    const views = viewsToDo(fits);
    const marks = marksIn(form.current);
    const next = marks[(last.current ? marks.indexOf(last.current) : -1) + 1];
    if (next && views.includes(view)) {
      arriveAt(next);
      return;
    }
    const nextView = views[(views.indexOf(view) + 1) % views.length];
    if (nextView === undefined) return;
    arriving.current = { at: nextView };
    go(nextView);
  };
}

/** The views with a problem of their own. */
function viewsToDo(fits: readonly TargetFit[]): readonly View[] {
  const isShared = fits.some((fit) => fit.problems.length > ownProblems(fit).length);
  const own = fits.filter((fit) => ownProblems(fit).length > 0).map(({ account }) => account.id);
  if (fits.length === 1) return own.length > 0 || isShared ? [null] : [];
  return isShared ? [null, ...own] : own;
}

const marksIn = (form: HTMLElement | null): readonly HTMLElement[] =>
  [...(form?.querySelectorAll<HTMLElement>('[data-problem]') ?? [])].filter(
    (control) => control.closest('[hidden]') === null,
  );
