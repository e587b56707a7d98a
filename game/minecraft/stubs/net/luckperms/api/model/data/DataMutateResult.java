package net.luckperms.api.model.data;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/data/DataMutateResult.java, 9b4fe67791e8 (5.5). */
public enum DataMutateResult {
    ;
}
