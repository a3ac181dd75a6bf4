// The fields that several views ask for, as GraphQL fragments.

export const NAMED = `fragment Named on Entity { id name kind }`;

/** What a list says about a memory. Brings NAMED along. */
export const ROW = `fragment Row on Memory {
  id title content layer type state status protected importance why
  validFrom validTo createdAt
  entity { ...Named }
  thread { id key title }
  provenance { agent }
  heat { score band }
  replaced: links(direction: IN, relations: [SUPERSEDES]) {
    reason createdAt
    from { id title content why validFrom createdAt entity { ...Named } }
  }
}
${NAMED}`;

export const EVENT = `fragment Line on Event {
  number type at agent reason details
  memory { id title }
  entity { id name kind }
}`;

/** A page of any connection. */
export const PAGE = `totalCount pageInfo { hasNextPage endCursor }`;
