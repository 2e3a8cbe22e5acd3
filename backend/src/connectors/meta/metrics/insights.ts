import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot } from '../../contract/metrics.ts';
import { at, listOf, textOf } from '../../kit/json.ts';
import { joinSnapshots, snapshotOf } from '../../kit/metrics/snapshot.ts';

/** One metric, and the platform's metrics whose sum is its value. */
export type InsightFigure = Readonly<{ metric: Metric; names: readonly string[] }>;

type InsightsRequests = Readonly<{
  /** `GET /{post}/insights?metric=…`, or fields of the post. */
  ask: (names: readonly string[]) => Promise<JsonValue>;
  /** Why figures are missing after this error; null: the error says nothing about figures. */
  reasonOf: (error: unknown) => MissingReason | null;
}>;

/** The platform's value for each name, in any format, or the reason why there is none. */
type InsightAnswers = ReadonlyMap<
  string,
  Readonly<{ value: JsonValue | undefined } | { reason: MissingReason }>
>;

/** Reads the figures of one post from its insights. @throws the errors of `ask` for which `reasonOf` returns null */
export async function readInsights(
  figures: readonly InsightFigure[],
  requests: InsightsRequests,
): Promise<MetricsSnapshot> {
  const names = [...new Set(figures.flatMap((figure) => figure.names))];
  const answers = await askForAllOrEach(names, requests);
  return joinSnapshots(
    figures.map((figure) => {
      const parts = figure.names.map((name) => answers.get(name));
      const [absent = 'failed'] = parts.flatMap((part) => (part && 'reason' in part ? part.reason : []));
      const added = parts.map((part) => (part && 'value' in part ? part.value : undefined));
      return snapshotOf({ [figure.metric]: { source: figure.names.join(' + '), added, absent } });
    }),
  );
}

/**
 * One unknown name makes the whole call fail (#100). In this case, the function requests each name separately, so that the known names still have
 * values.
 */
async function askForAllOrEach(
  names: readonly string[],
  requests: InsightsRequests,
): Promise<InsightAnswers> {
  try {
    const answer = await requests.ask(names);
    return new Map(names.map((name) => [name, { value: valueOf(answer, name) }]));
  } catch (error) {
    const reason = requests.reasonOf(error);
    if (reason === null) throw error;
    if (reason !== 'failed' || names.length < 2) return new Map(names.map((name) => [name, { reason }]));
    const answers = [];
    for (const name of names) answers.push(...(await askForAllOrEach([name], requests)));
    return new Map(answers);
  }
}

/** The value since the post was published: `data[].{name, values[0].value}`. */
function valueOf(answer: JsonValue, name: string): JsonValue | undefined {
  const [first] = listOf(at(answer, 'data')).filter((item) => textOf(at(item, 'name')) === name);
  return at(listOf(at(first, 'values'))[0], 'value');
}
