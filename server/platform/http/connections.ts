import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../network.ts';

/** What this process bounds; with several processes on the port each has its own. */
export type ConnectionLimits = {
  /** Open connections of all callers together. */
  total: number;
  /** Open connections of one network; trusted proxies are exempt. */
  perNetwork: number;
  /** Requests of one connection that wait until the one before them is answered (RFC 9112, section 9.3.2). */
  pipelined: number;
};

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Connection = {
  socket: Socket;
  /** Undefined for a trusted proxy, which speaks for many. */
  network: string | undefined;
  hasAsked: boolean;
  current: Exchange | undefined;
  waiting: Exchange[];
};
type Network = { open: number; idle: Set<Connection> };
type Options = {
  limits: ConnectionLimits;
  isTrustedProxy(address: string): boolean;
  /** Whether the process has been asked to stop: no connection is kept alive any more. */
  isStopping(): boolean;
};

export type Connections = ReturnType<typeof guardConnections>;

/**
 * Takes the connections of a server into care; to be called after its last `request` listener was added. Where a limit is
 * reached, the connection that has been idle longest is closed for the new one, and where none is idle the new one is. A
 * connection gets its responses one after the other: the next request begins when the response before it has been
 * taken off our hands, so a caller who does not read holds up nobody else.
 */
export function guardConnections(server: Server, { limits, isTrustedProxy, isStopping }: Options) {
  const connections = new Map<Socket, Connection>();
  const networks = new Map<string, Network>();
  /** In the order in which they became idle; the same for each network. */
  const idle = new Set<Connection>();
  let isClosing = false;
  let onQuiet: (() => void) | undefined;

  const networkStateOf = ({ network }: Connection) =>
    network === undefined ? undefined : networks.get(network);

  function markIdle(connection: Connection): void {
    idle.add(connection);
    networkStateOf(connection)?.idle.add(connection);
  }

  function markBusy(connection: Connection): void {
    idle.delete(connection);
    networkStateOf(connection)?.idle.delete(connection);
  }

  /** At once, without waiting for its `close` event: the next connection may be here before that. */
  function forget(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    markBusy(connection);
    connection.waiting = [];
    const state = networkStateOf(connection);
    if (state) state.open -= 1;
    if (state?.open === 0) networks.delete(connection.network as string);
    tellWhenQuiet();
  }

  function closeOldest([oldest]: Set<Connection>): boolean {
    if (!oldest) return false;
    forget(oldest);
    oldest.socket.destroy();
    return true;
  }

  function accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = isTrustedProxy(address) ? undefined : networkOf(address);
    const others = network === undefined ? undefined : networks.get(network);
    const hasRoom =
      (others === undefined || others.open < limits.perNetwork || closeOldest(others.idle)) &&
      (connections.size < limits.total || closeOldest(idle));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const connection = { socket, network, hasAsked: false, current: undefined, waiting: [] };
    if (network !== undefined) {
      const state = networks.get(network) ?? { open: 0, idle: new Set() };
      state.open += 1;
      networks.set(network, state);
    }
    connections.set(socket, connection);
    markIdle(connection);
    socket.once('close', () => forget(connection));
  }

  const listeners = server.listeners('request') as Array<
    (request: IncomingMessage, response: ServerResponse) => void
  >;
  server.removeAllListeners('request');

  function begin(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    connection.current = exchange;
    connection.hasAsked = true;
    markBusy(connection);
    if (isClosing || isStopping()) response.shouldKeepAlive = false;
    response.once('close', () => end(connection));
    for (const listener of listeners) listener(request, response);
  }

  /** Nothing of a response is left in this process: it is with the system, or its caller is gone. */
  function end(connection: Connection): void {
    connection.current = undefined;
    if (!connections.has(connection.socket) || !connection.socket.writable) return;
    const next = connection.waiting.shift();
    if (next) begin(connection, next);
    else markIdle(connection);
    if (isClosing && !next) connection.socket.end();
  }

  server.on('connection', accept);
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // The rest of what a connection sent that has been closed.
    if (!connection) return;
    const exchange = { request, response };
    if (!connection.current) begin(connection, exchange);
    else if (connection.waiting.length < limits.pipelined) connection.waiting.push(exchange);
    else request.socket.destroy();
  });

  /** Whether every open connection is at work, or was opened in advance and has asked nothing yet. */
  const isQuiet = () => [...idle].every(({ hasAsked }) => !hasAsked);

  function tellWhenQuiet(): void {
    if (onQuiet && isQuiet()) onQuiet();
  }

  return {
    /** What is being answered on a connection. */
    currentOn: (socket: Socket): Exchange | undefined => connections.get(socket)?.current,
    /**
     * Resolves when no kept-alive connection waits for its next request any more; once the process is stopping, each
     * is closed with its next response.
     */
    quiet: (): Promise<void> =>
      new Promise((resolve) => {
        onQuiet = resolve;
        tellWhenQuiet();
      }),
    /** Closes what is idle, and each of the others with the response that it waits for. */
    close(): void {
      isClosing = true;
      for (const { socket } of idle) socket.destroy();
      for (const { current } of connections.values())
        if (current && !current.response.headersSent) current.response.shouldKeepAlive = false;
    },
  };
}
