#!/bin/sh
# Creates the database of the site and its two roles: news_owner migrates, news_app reads and writes rows. Run by the
# PostgreSQL image at its first start, or once by hand as the user postgres:
#   NEWS_PASSWORD=… deploy/create-database.sh
set -eu
: "${NEWS_PASSWORD:?must be set: letters and digits}"
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$NEWS_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role news_owner login password :'password';
create role news_app login password :'password';
create database news owner news_owner template template0 encoding 'UTF8';
revoke connect, temporary on database news from public;
grant connect, temporary on database news to news_app;
SQL
