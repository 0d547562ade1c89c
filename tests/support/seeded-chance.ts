import fc from 'fast-check';

/** Properties are tried with the same values in every run; PROPERTY_SEED looks elsewhere. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
