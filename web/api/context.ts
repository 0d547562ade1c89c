import { createContext } from 'react-router';
import type { ApiClient } from './client.ts';

/** The API client for loaders: in-process on the server, HTTP with the session's token in the browser. */
export const apiContext = createContext<ApiClient>();
