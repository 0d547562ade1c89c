-- A write puts its words into these indexes at once. Otherwise PostgreSQL collects up to 4 MB of them in a list, which every search reads.
select gin_clean_pending_list('post_search_index_analysis');
select gin_clean_pending_list('post_search_index_vector');
select gin_clean_pending_list('post_search_index_vector_4');
select gin_clean_pending_list('post_search_index_vector_16');
select gin_clean_pending_list('post_search_index_title_trigrams');
select gin_clean_pending_list('search_words_trigrams');
alter index post_search_index_analysis set (fastupdate = off);
alter index post_search_index_vector set (fastupdate = off);
alter index post_search_index_vector_4 set (fastupdate = off);
alter index post_search_index_vector_16 set (fastupdate = off);
alter index post_search_index_title_trigrams set (fastupdate = off);
alter index search_words_trigrams set (fastupdate = off);
