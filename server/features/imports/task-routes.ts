import * as contract from '#contract/imports.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { hasSource, type ImportTask } from './import-task.ts';
import { type ImportTasks, presentFile } from './task-service.ts';
import { type ImportUploads, partBytes, type Upload, uploadTtlMs } from './upload-service.ts';

type Deps = { tasks: ImportTasks; uploads: ImportUploads; publicUrl: string };

export function taskRoutes({ tasks, uploads, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listImports, {
      handle: async ({ query, path, rawQuery }) => {
        const { tasks: found, count, page } = await tasks.list(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, page, count);
        return ok({ count, ...links, results: found.map(presentTask) });
      },
    }),
    operation(contract.listImportSources, {
      handle: async () =>
        ok({
          max_bytes: uploads.maxUploadBytes,
          part_bytes: partBytes,
          uploads: (await uploads.list()).map(presentUpload),
          folders: await tasks.listPlaced(),
        }),
    }),
    operation(contract.createImport, {
      handle: async ({ body }) => {
        const {
          upload,
          folder,
          author,
          pages,
          fetch_pictures: fetchPictures,
          site_url,
          members,
          date,
        } = body;
        const given = { author: author || null, siteUrl: site_url ?? null, date: date ?? null };
        const options = { pages, fetchPictures, members, ...given };
        return created(presentTask(await tasks.create({ upload, folder }, options)));
      },
    }),
    operation(contract.getImport, {
      load: ({ params }) => tasks.find(params.id),
      handle: async (_, task) => ok(presentTask(task)),
    }),
    operation(contract.listImportFiles, {
      load: ({ params }) => tasks.find(params.id),
      handle: async ({ query, path, rawQuery }, task) => {
        const { files, count, page } = await tasks.listFiles(task, query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, page, count);
        const results = files.map((file, index) => presentFile(file, page.offset + index + 1));
        return ok({ count, ...links, results });
      },
    }),
    operation(contract.downloadImportPlan, {
      load: ({ params }) => tasks.find(params.id),
      handle: async (_, task) => ({ ...ok({ files: [] }), stream: await tasks.download(task) }),
    }),
    operation(contract.startImport, {
      load: ({ params }) => tasks.find(params.id),
      handle: async (_, task) => ok(presentTask(await tasks.start(task))),
    }),
    operation(contract.stopImport, {
      load: ({ params }) => tasks.find(params.id),
      handle: async (_, task) => ok(presentTask(await tasks.stop(task))),
    }),
    operation(contract.undoImport, {
      load: ({ params }) => tasks.find(params.id),
      handle: async (_, task) => ok(presentTask(await tasks.undo(task))),
    }),
    ...uploadRoutes(uploads),
  ];
}

const uploadRoutes = (uploads: ImportUploads): Operation[] => [
  operation(contract.startImportUpload, {
    handle: async ({ body }) => created(presentUpload(await uploads.start(body))),
  }),
  operation(contract.addImportPart, {
    load: ({ params }) => uploads.find(params.id),
    handle: async ({ body }, upload) =>
      ok(presentUpload(await uploads.addPart(upload, body.offset, body.part))),
  }),
  operation(contract.deleteImportUpload, {
    load: ({ params }) => uploads.find(params.id),
    handle: async (_, upload) => {
      await uploads.remove(upload);
      return noContent();
    },
  }),
];

const presentUpload = ({ id, name, bytes, received, usedAt }: Upload) => ({
  ...{ id, name, bytes, received },
  expires_at: new Date(usedAt.getTime() + uploadTtlMs).toISOString(),
});

const presentTask = (task: ImportTask) => ({
  id: task.id,
  name: task.name,
  source: task.source,
  has_source: hasSource(task),
  options: {
    author: task.options.author ?? null,
    pages: task.options.pages ?? false,
    fetch_pictures: task.options.fetchPictures ?? true,
    site_url: task.options.siteUrl ?? null,
    members: task.options.members ?? false,
    date: task.options.date ?? null,
  },
  stage: task.stage,
  state: task.state,
  is_stopping: task.isStopping,
  progress: { done: task.done, total: task.total, file: task.file },
  plan: task.plan,
  report: task.report,
  undone: task.undone,
  failure: task.error,
  run: task.runId,
  created_at: task.createdAt.toISOString(),
  changed_at: task.changedAt.toISOString(),
});
