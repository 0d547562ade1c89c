import fc from 'fast-check';

/** Property tests use the same values in every run; PROPERTY_SEED sets another seed. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
