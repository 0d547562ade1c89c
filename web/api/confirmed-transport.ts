import { ApiError, type ApiResponse, type Transport } from './client.ts';

type Prompt = () => Promise<boolean>;

let prompt: Prompt | undefined;
let asking: Promise<boolean> | undefined;

/** Sets the dialog that asks users who they are; it resolves to false when the user closes it. */
export function setIdentityPrompt(next: Prompt | undefined): void {
  prompt = next;
}

/** Requests that are refused at the same time share one dialog. */
function ask(identityPrompt: Prompt): Promise<boolean> {
  asking ??= identityPrompt().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Asks users who they are before a read that returns more then. False if they close the dialog. */
export const confirmIdentity = async (): Promise<boolean> => prompt !== undefined && ask(prompt);

/**
 * Repeats a request that the API refused because the login is too old, after the user has confirmed who they are. A
 * request that the user gives up counts as aborted: nobody reports it.
 */
export const createConfirmedTransport =
  (transport: Transport): Transport =>
  async (request) => {
    const response = await transport(request);
    if (!prompt || !needsConfirmation(response)) return response;
    if (await ask(prompt)) return transport(request);
    throw new ApiError(response.status, response.body, 'aborted');
  };

const needsConfirmation = ({ status, body }: ApiResponse): boolean =>
  status === 403 && (body as { code?: string } | null)?.code === 'confirmation_required';
