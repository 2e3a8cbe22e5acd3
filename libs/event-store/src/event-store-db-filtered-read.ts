import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AllStreamResolvedEvent, EventStoreDBClient, StreamingRead } from '@eventstore/db-client';

type ReadAllOptions = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>;

/** Events that the server searches before it frees memory. A larger window would delay other calls. */
const SEARCH_WINDOW = 1000;
/** Like `excludeSystemEvents()` of the client, which supports it for subscriptions only. */
const NOT_THE_SERVERS = '^[^$].*';

/**
 * Reads the whole log without the events that the server itself writes. The protocol and every server since 20.6 support such a filter
 * (`Streams.Read.cs`: All, Count, either direction, Filter). Client 6.2.1 does not offer it, so this function adds the filter to the
 * client’s request before it is sent.
 */
export function readAllFiltered(
  client: EventStoreDBClient,
  options: ReadAllOptions,
): StreamingRead<AllStreamResolvedEvent> {
  const { GRPCStreamCreator: create } = client as unknown as Inside;
  const filtering: StreamCreator = (service, name, open, cache) =>
    create(
      service,
      name,
      (calls) => open({ read: (request, ...rest) => calls.read(filtered(request), ...rest) }),
      cache,
    );
  const reader = Object.create(client, { GRPCStreamCreator: { value: filtering } }) as EventStoreDBClient;
  return reader.readAll(options);
}

function filtered(request: streams.ReadReq): streams.ReadReq {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  expression.setRegex(NOT_THE_SERVERS);
  const filter = new streams.ReadReq.Options.FilterOptions();
  filter.setEventType(expression);
  filter.setMax(SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(1);
  request.getOptions()?.setFilter(filter);
  return request;
}

type Calls = Readonly<{ read: (request: streams.ReadReq, ...rest: unknown[]) => unknown }>;
type StreamCreator = (
  service: unknown,
  name: string,
  open: (calls: Calls) => unknown,
  cache?: unknown,
) => unknown;
/** The private method by which `readAll` of client 6.2.1 sends its request. */
type Inside = Readonly<{ GRPCStreamCreator: StreamCreator }>;
