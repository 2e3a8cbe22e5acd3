import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { ownProblems, type TargetFit } from './target-fit.ts';

/** Marks a control that the user must change before the post can be sent. */
export const problemMark = (hasProblem: boolean) => (hasProblem ? { 'data-problem': '' } : {});

type View = number | null;

/** Returns a function that moves the focus to the next problem, and from the last to the first. The shared content comes first, then
 * each account. `go` opens a view in the editor.
 */
export function useProblemTour(
  form: RefObject<HTMLElement | null>,
  fits: readonly TargetFit[],
  view: View,
  go: (view: View) => void,
): () => void {
  const last = useRef<HTMLElement | null>(null);
  const pendingView = useRef<Readonly<{ at: View }> | null>(null);
  const focusOn = useCallback((control: HTMLElement | undefined) => {
    if (!control) return;
    last.current = control;
    control.focus({ preventScroll: true });
    // A control may be visible only to screen readers, inside a visible label.
    (control.closest('label') ?? control).scrollIntoView({ block: 'center' });
  }, []);
  // The control appears after the next render, or when the choices of its account have loaded.
  useEffect(() => {
    if (!pendingView.current) return;
    const { at } = pendingView.current;
    const [first] = view === at ? marksIn(form.current) : [];
    if (!first) return;
    pendingView.current = null;
    focusOn(first);
  });
  return useCallback(() => {
    const views = viewsToDo(fits);
    const marks = marksIn(form.current);
    const next = marks[(last.current ? marks.indexOf(last.current) : -1) + 1];
    if (next && views.includes(view)) {
      focusOn(next);
      return;
    }
    const nextView = views[(views.indexOf(view) + 1) % views.length];
    if (nextView === undefined) return;
    pendingView.current = { at: nextView };
    go(nextView);
  }, [form, fits, view, go, focusOn]);
}

/** Returns the views with problems: null for the shared content, then the accounts. */
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
