// Draws the pictures of the demo articles into db/seeds/demo/. The random numbers are seeded, so the output is
// reproducible.
import { join } from 'node:path';
import sharp from 'sharp';
import { drawAurora, drawLighthouse, drawMist, drawSmokehouse } from './demo-pictures/album.ts';
import { avatars } from './demo-pictures/avatars.ts';
import { drawCobbler, drawFactory, drawPiano } from './demo-pictures/city.ts';
import { drawBread, drawCloud, drawRiver } from './demo-pictures/daylight.ts';
import { drawBalloons, drawCabbage, drawRoom } from './demo-pictures/home.ts';
import { drawBibliobus, drawStage } from './demo-pictures/interiors.ts';
import { drawKilowatts, drawTelescope, drawTram } from './demo-pictures/lights.ts';
import { drawMargins, drawSpark, drawWinds } from './demo-pictures/paper-and-glass.ts';
import { drawLake, drawSunrises } from './demo-pictures/sky-and-ice.ts';
import { drawFerry } from './demo-pictures/waters.ts';

const maxFileBytes = 120_000;
const outputDir = join(import.meta.dirname, '../db/seeds/demo');

/** By file name. A cover has the name of its article, an avatar `avatar-` and the key of its person. */
const pictures: Record<string, () => string> = {
  'posledniy-vagon': drawTram,
  'hleb-kotoryy-zhdet': drawBread,
  'tri-dnya-po-leshuge': drawRiver,
  'skolko-vesit-oblako': drawCloud,
  'predlozhenie-v-kalanche': drawStage,
  bibliobus: drawBibliobus,
  'kilovatty-na-kuhne': drawKilowatts,
  'pochemu-nochyu-temno': drawTelescope,
  'samolyot-na-vyazeli': drawFerry,
  'albom-s-sinyugi': drawLighthouse,
  'albom-tuman': drawMist,
  'albom-koptilnya': drawSmokehouse,
  'albom-siyanie': drawAurora,
  zastyognuto: drawFactory,
  kabluk: drawCobbler,
  'kvitantsiya-na-pianino': drawPiano,
  'ozero-zamerzaet': drawLake,
  'rassvet-v-tridtsat-strok': drawSunrises,
  'kapusta-po-vesam': drawCabbage,
  skvoznyak: drawRoom,
  'lichnaya-inflyatsiya': drawBalloons,
  'opyt-udalsya': drawSpark,
  'formulyar-2114': drawWinds,
  'chuzhie-polya': drawMargins,
  ...avatars,
};

// Arguments select pictures by name.
const selected = process.argv.slice(2);
for (const [name, draw] of Object.entries(pictures)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const file = await sharp(Buffer.from(draw()))
    .webp({ quality: 90, effort: 6, smartSubsample: true })
    .toFile(join(outputDir, `${name}.webp`));
  if (file.size > maxFileBytes)
    throw new Error(`${name}.webp is too large: ${file.size} bytes, at most ${maxFileBytes}`);
  console.log(`${name}.webp ${file.width}×${file.height}, ${file.size} bytes`);
}
