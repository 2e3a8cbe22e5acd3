/** What the address of a page may tell of a way to a provider and back. Read by every first load, so no more than that. */
export type SignInSearch = Readonly<{
  linked?: string | undefined;
  problem?: string | undefined;
  provider?: string | undefined;
}>;

export const signInSearch = ({
  linked,
  problem,
  provider,
}: Readonly<Record<string, unknown>>): SignInSearch => ({
  linked: textOf(linked),
  problem: textOf(problem),
  provider: textOf(provider),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
