import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { doctor as texts } from '#locales/ru/doctor.ts';
import type { Config } from '../config.ts';
import { nearestExisting } from '../platform/db/embedded/server-user.ts';
import { silentLog } from '../platform/log.ts';
import { contentTypes } from '../platform/media-url.ts';
import { processLimits } from '../platform/process-limits.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { type CheckResult, fail, ok, runCheck, warn } from './check.ts';

const bytesPerGigabyte = 2 ** 30;
const lowGigabytes = 2;
const criticalGigabytes = 0.2;
const probePathBytes = 20;

/** What the site needs besides its database. */
export async function checkSurroundings(config: Config, dataDir: string): Promise<CheckResult[]> {
  return Promise.all([
    checkPublicUrl(config),
    runCheck('disk', texts.diskAdvice, () => checkDisk(config, dataDir)),
    runCheck('storage', texts.storageAdvice, () => checkStorage(config, dataDir)),
    runCheck('mail', texts.mailServerAdvice, () => checkMail(config)),
    checkPayments(config),
  ]);
}

function checkPublicUrl({ publicUrl, isLocalhost }: Config): CheckResult {
  const isSafe = isLocalhost || publicUrl.startsWith('https:');
  return isSafe
    ? ok('configuration', texts.configured(publicUrl))
    : warn('configuration', texts.notHttps, texts.httpsAdvice);
}

async function checkDisk({ database, minFreeBytes }: Config, dataDir: string): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(nearestExisting(dataDir));
  const gigabytes = (bavail * bsize) / bytesPerGigabyte;
  const detail = texts.free(gigabytes.toFixed(1), Math.floor((bavail / blocks) * 100));
  if (database.kind === 'embedded' && bavail * bsize < minFreeBytes)
    return fail('disk', `${detail}; ${texts.writesRefused}`, texts.diskAdvice);
  if (gigabytes < criticalGigabytes) return fail('disk', detail, texts.diskAdvice);
  return gigabytes < lowGigabytes ? warn('disk', detail, texts.diskAdvice) : ok('disk', detail);
}

/** Stores a file, reads it and removes it. If the process is killed in between, the cleanup job removes it. */
async function checkStorage({ s3 }: Config, dataDir: string): Promise<CheckResult> {
  const storage = createStorage({ s3, dataDir, log: silentLog });
  const path = `00/${randomBytes(probePathBytes).toString('hex')}.webp`;
  const bytes = randomBytes(probePathBytes);
  await storage.put(path, bytes, contentTypes.webp);
  const found = await storage.get(path);
  await storage.remove(path);
  if (!found || !bytes.equals(found)) throw new Error(path);
  return ok('storage', texts.storageWorks(s3 ? texts.bucket(s3.bucket) : texts.folder));
}

async function checkMail({ mail, isLocalhost }: Config): Promise<CheckResult> {
  if (mail.smtpUrl === undefined)
    return isLocalhost ? ok('mail', texts.mailToFiles) : warn('mail', texts.mailToFiles, texts.mailAdvice);
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: processLimits.mail,
    greetingTimeout: processLimits.mail,
    socketTimeout: processLimits.mail,
  });
  try {
    await transport.verify();
    return ok('mail', texts.mailWorks);
  } finally {
    transport.close();
  }
}

/** The shape of the keys is part of the configuration, which has been read. A provider without all of them is off. */
function checkPayments({ payments, hasSandboxPayments, publicUrl }: Config): CheckResult {
  const providers = [...payments.providers];
  const incomplete = providers.filter(
    ([, { missing, requiredVariables }]) => missing.length > 0 && missing.length < requiredVariables.length,
  );
  if (incomplete.length > 0) {
    const missing = incomplete.flatMap(([, setup]) => setup.missing);
    return fail('payments', texts.missingKeys(missing.join(', ')), texts.configurationAdvice);
  }
  const enabled = providers.filter(([, { missing }]) => missing.length === 0).map(([name]) => name);
  if (enabled.length === 0) return ok('payments', hasSandboxPayments ? texts.sandbox : texts.noPayments);
  const detail = texts.providers(enabled.join(', '));
  return publicUrl.startsWith('https:')
    ? ok('payments', detail)
    : warn('payments', detail, texts.webhooksAdvice);
}
