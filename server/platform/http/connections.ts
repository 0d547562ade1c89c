import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../network.ts';

/** Connection limits of this process; several processes on a port each have their own. */
export type ConnectionLimits = {
  /** Open connections of all clients. */
  total: number;
  /** Open connections of one network, except trusted proxies. */
  perNetwork: number;
  /** Pipelined requests of one connection that wait for the responses before them (RFC 9112, section 9.3.2). */
  pipelined: number;
};

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Connection = {
  socket: Socket;
  /** Undefined for a trusted proxy, which serves many clients. */
  network: string | undefined;
  hasSentRequest: boolean;
  current: Exchange | undefined;
  waiting: Exchange[];
};
type Network = { open: number; idle: Set<Connection> };
type Options = {
  limits: ConnectionLimits;
  isTrustedProxy(address: string): boolean;
  /** Whether the process is shutting down, so that connections are not kept alive. */
  isStopping(): boolean;
};

export type Connections = ReturnType<typeof limitConnections>;

/**
 * Limits the connections of a server and passes its requests to `listener`. If a limit is reached, the connection that
 * has been idle longest is closed for the new one, or the new one if none is idle. Requests of a connection run one
 * after the other: the next one starts when the response before it has left the process, so that a client that does
 * not read delays only itself.
 */
export function limitConnections(server: Server, listener: RequestListener, options: Options) {
  const { limits, isStopping } = options;
  const { accept, connections, idle, markIdle, markBusy, waitUntilDrained } = createOpenConnections(options);
  let isClosing = false;

  function startExchange(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    connection.current = exchange;
    connection.hasSentRequest = true;
    markBusy(connection);
    if (isClosing || isStopping()) response.shouldKeepAlive = false;
    response.once('close', () => finishExchange(connection));
    listener(request, response);
  }

  /** The response has left the process, or its client has disconnected. */
  function finishExchange(connection: Connection): void {
    connection.current = undefined;
    if (!connections.has(connection.socket) || !connection.socket.writable) return;
    const next = connection.waiting.shift();
    if (next) startExchange(connection, next);
    else markIdle(connection);
    if (isClosing && !next) connection.socket.end();
  }

  server.on('connection', accept);
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // Remaining input of a connection that was closed.
    if (!connection) return;
    const exchange = { request, response };
    if (!connection.current) startExchange(connection, exchange);
    else if (connection.waiting.length < limits.pipelined) connection.waiting.push(exchange);
    else request.socket.destroy();
  });

  return {
    /** The request in progress on a connection. */
    currentExchange: (socket: Socket): Exchange | undefined => connections.get(socket)?.current,
    waitUntilDrained,
    /** Closes idle connections at once, and the others after their current response. */
    close(): void {
      isClosing = true;
      for (const { socket } of idle) socket.destroy();
      for (const { current } of connections.values())
        if (current && !current.response.headersSent) current.response.shouldKeepAlive = false;
    },
  };
}

/** Counts the open connections in total and by network, and closes idle ones at a limit. */
function createOpenConnections({ limits, isTrustedProxy }: Pick<Options, 'limits' | 'isTrustedProxy'>) {
  const connections = new Map<Socket, Connection>();
  const networks = new Map<string, Network>();
  /** In the order in which they became idle; the same in each network. */
  const idle = new Set<Connection>();
  let onDrained: (() => void) | undefined;

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

  /** Done without waiting for the `close` event: the next connection may arrive before it. */
  function removeConnection(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    markBusy(connection);
    connection.waiting = [];
    const state = networkStateOf(connection);
    if (state) state.open -= 1;
    if (state?.open === 0) networks.delete(connection.network as string);
    notifyWhenDrained();
  }

  function closeLongestIdle([longestIdle]: Set<Connection>): boolean {
    if (!longestIdle) return false;
    removeConnection(longestIdle);
    longestIdle.socket.destroy();
    return true;
  }

  function accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = isTrustedProxy(address) ? undefined : networkOf(address);
    const others = network === undefined ? undefined : networks.get(network);
    const hasRoom =
      (others === undefined || others.open < limits.perNetwork || closeLongestIdle(others.idle)) &&
      (connections.size < limits.total || closeLongestIdle(idle));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const connection = { socket, network, hasSentRequest: false, current: undefined, waiting: [] };
    if (network !== undefined) {
      const state = networks.get(network) ?? { open: 0, idle: new Set() };
      state.open += 1;
      networks.set(network, state);
    }
    connections.set(socket, connection);
    markIdle(connection);
    socket.once('close', () => removeConnection(connection));
  }

  /** Whether every open connection has a request in progress or has not sent one yet. */
  const isDrained = () => [...idle].every(({ hasSentRequest }) => !hasSentRequest);

  function notifyWhenDrained(): void {
    if (onDrained && isDrained()) onDrained();
  }

  /**
   * Resolves when no kept-alive connection waits for its next request. During shutdown each is closed with its next
   * response.
   */
  const waitUntilDrained = (): Promise<void> =>
    new Promise((resolve) => {
      onDrained = resolve;
      notifyWhenDrained();
    });

  return { connections, idle, accept, markIdle, markBusy, waitUntilDrained };
}
