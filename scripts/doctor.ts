// npm run doctor [-- --json]: checks the configuration and the surroundings of the site and changes nothing.
import { doctor as texts } from '#locales/ru/doctor.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import { type CheckResult, fail, runCheck } from '../server/doctor/check.ts';
import { checkDatabase } from '../server/doctor/check-database.ts';
import { checkSurroundings } from '../server/doctor/check-surroundings.ts';
import { getDataDir, hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { silentLog } from '../server/platform/log.ts';
import { CommandError, listenForInterruption, parseArguments, runMain } from './command-line.ts';

const nameWidth = 18;
const statusWidth = 9;

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.usage, { json: { type: 'boolean' } });
  if (positionals.length > 0) throw new CommandError(texts.usage);
  listenForInterruption();
  const results = await checkAll();
  console.log(values.json ? JSON.stringify(results, null, 2) : describe(results));
  return results.some(({ status }) => status === 'fail') ? 1 : 0;
});

async function checkAll(): Promise<CheckResult[]> {
  let config: ReturnType<typeof loadConfig>;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => fail('configuration', line, texts.configurationAdvice));
  }
  if (!hasDatabaseServer(config)) return [fail('database', texts.noSite, texts.noSiteAdvice)];
  let databaseResults: CheckResult[] = [];
  const opened = await runCheck('database', texts.databaseAdvice, async () => {
    const { server } = await resolveServer(config, silentLog, { canJoin: true, isCommand: true });
    const db = openDatabase({ url: server.appUrl, maxConnections: 1, applicationName: 'news-site doctor' });
    try {
      databaseResults = await checkDatabase(db, config);
    } finally {
      await db.destroy();
      await server.stop();
    }
    return { name: 'database', status: 'ok', detail: '' };
  });
  if (opened.status === 'fail') databaseResults = [opened];
  return [...databaseResults, ...(await checkSurroundings(config, getDataDir(config)))];
}

function describe(results: CheckResult[]): string {
  const lines = results.map(({ name, status, detail, advice }) => {
    const line = `${texts.status[status].padEnd(statusWidth)} ${texts.names[name].padEnd(nameWidth)} ${detail}`;
    return advice ? `${line}\n${' '.repeat(statusWidth + nameWidth + 2)}${advice}` : line;
  });
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  return [...lines, texts.summary(count('fail'), count('warn'))].join('\n');
}
