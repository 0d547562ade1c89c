-- outside a transaction: a large table stays writable
drop index concurrently if exists post_search_index_analysis;
create index concurrently post_search_index_analysis on post_search_index using gin (analysis);
drop index concurrently if exists post_search_index_analysis_version;
create index concurrently post_search_index_analysis_version on post_search_index (analysis_version, id);
