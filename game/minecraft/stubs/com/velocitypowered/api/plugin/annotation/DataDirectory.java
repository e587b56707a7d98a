package com.velocitypowered.api.plugin.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/plugin/annotation/DataDirectory.java, 69ee655d7490 (3.4). */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface DataDirectory {}
