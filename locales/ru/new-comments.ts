export const next = 'Следующий новый ({count})';
