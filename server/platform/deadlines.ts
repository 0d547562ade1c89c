/**
 * How long the work for a request may take or wait, in milliseconds. Each limit is shorter than that of its caller;
 * clients give up after 10 s. The values are read when the work begins. Only tests change them: those about a limit
 * shorten it, all others run with twenty times these values.
 */
export const deadlines = {
  /** Waiting for a slot of the class of a request. */
  admission: 200,
  /** Waiting for a connection of the pool. */
  connection: 1_000,
  /** Waiting for a lock in the database. */
  lock: 2_000,
  /** Waiting for a thread that renders texts or encodes pictures. */
  thread: 3_000,
  /** Decoding and encoding an uploaded picture. */
  picture: 7_000,
  /** Waiting for the hash of a password, or for a card. */
  hash: 4_000,
  card: 4_000,
  /** A statement. */
  statement: 4_000,
  /** A statement between two others of its transaction. */
  idleInTransaction: 10_000,
  /** Rendering a text: ordinary articles take milliseconds. */
  render: 4_500,
  /** Waiting for room in memory for a body, which is not read meanwhile. */
  bodyRoom: 5_000,
  /** A body from the headers to its last byte: less than the 30 s after which Node ends the request by itself. */
  body: 28_000,
  /** Reading one text of an import. */
  importedText: 10_000,
  /** A request to the storage of pictures. */
  storage: 5_000,
  /** A picture of another site, with all redirects. */
  remotePicture: 5_000,
  /** A request to a payment provider. */
  provider: 6_000,
  /** The whole request. */
  request: 8_000,
};
