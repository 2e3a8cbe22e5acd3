/** Query parameters about a sign-in at a provider. Every first load contains this file, so it is kept small. */
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
